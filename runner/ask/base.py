"""What every adapter is: how a system is opened, asked and closed, and what of it belongs to its identity.

An adapter puts one kind of system behind ``ask``. It is told only what a system may know: its own settings, and the
``Resources`` of the campaign. Gold answers and canary flags are not among them; the reference contestants, which need
them, get an ``Oracle`` by a door of their own (``PrivilegedAdapter``), and the registry opens it for nobody else.

Rules for adapters:

* One object serves one system for one campaign. ``open`` runs once before the first question, ``close`` once after the
  last, also when a question raised. ``ask`` may run several times at once, up to the system's ``concurrency``.
* Every question is a fresh session: no state passes from one to the next.
* ``ask`` turns whatever a vendor does into a ``Response`` with its status. It raises only for faults of this program
  and for ``RagcanaryError``, which stops the system.
* ``question_id`` and ``repeat`` are for look-up and seeds on this machine; nothing of them is sent.
* The module imports without its heavy libraries; these are imported where they are used.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Generic, Protocol, TypeVar

from runner.errors import ConfigError
from runner.model.completion import Caller
from schemas.endpoint import Endpoint
from schemas.response import AskedQuestion, Response
from schemas.system import Delivery, SystemBase

S = TypeVar("S", bound=SystemBase)


class CorpusDocument(Protocol):
    """A document of the campaign's corpus, as far as adapters need it."""

    @property
    def document_id(self) -> str:
        """Id in the corpus manifest."""

    @property
    def title(self) -> str | None:
        """Title, where the corpus has one."""

    @property
    def text(self) -> str:
        """The whole text."""


@dataclass(frozen=True, slots=True)
class Resources:
    """All that an adapter may use beside its own settings."""

    instruction: str
    """The campaign's instruction; adapters send what ``describe_delivery`` says of it, and nothing else."""
    caller: Caller
    """The way to every model."""
    endpoints: Mapping[str, Endpoint] = field(default_factory=dict)
    """The registry's entries in use, by id, embedded servers already started and given their ``base_url``."""
    documents: Sequence[CorpusDocument] = ()
    """The campaign's corpus in manifest order; empty where its text is not at hand."""

    def endpoint(self, endpoint_id: str) -> Endpoint:
        """Return the entry ``endpoint_id``.

        Raises:
            ConfigError: If there is none, naming those that there are.
        """
        try:
            return self.endpoints[endpoint_id]
        except KeyError:
            known = ", ".join(sorted(self.endpoints)) or "none"
            raise ConfigError(
                f"there is no endpoint {endpoint_id!r}",
                where=f"endpoints.{endpoint_id}",
                fix=f"use one of: {known}; or add conf/endpoints/{endpoint_id}.yaml",
            ) from None


class Oracle(Protocol):
    """The answers and flags, for the reference contestants alone."""

    def gold(self, question_id: str) -> str:
        """Return the gold answer, verbatim, with its notes."""
        ...

    def is_gap_canary(self, question_id: str) -> bool | None:
        """Return whether the answer is verified to be absent from the corpus; null where nobody has checked."""
        ...


class SystemAdapter(ABC, Generic[S]):
    """One system, ready to be asked."""

    version: ClassVar[int] = 1
    """Raised whenever the adapter's behaviour changes in a way that its settings and frame do not show; part of the
    identity."""

    needs_documents: ClassVar[bool] = False
    """Whether the system answers from the documents of the campaign's corpus, so that their text must be at hand."""

    def __init__(self, system: S, resources: Resources) -> None:
        """Keep settings and resources; opens nothing, calls nobody.

        Args:
            system: The system's validated settings.
            resources: What the campaign puts at its disposal.
        """
        self.system = system
        self.resources = resources
        self.delivery = self.describe_delivery(system, resources.instruction)

    @classmethod
    def describe_delivery(cls, system: S, instruction: str) -> Delivery:
        """Say what the system will receive of ``instruction``: pure, and without opening anything.

        Args:
            system: The system's settings.
            instruction: The campaign's instruction, rendered.

        Returns:
            The delivery that ``prompt_delivery`` asks for; adapters with words of their own add them as ``frame``.
        """
        return plain_delivery(system, instruction)

    @classmethod
    def content_hash(cls, system: S) -> str | None:  # noqa: ARG003 - adapters that hold content override this
        """Return a hash of measured content that the settings only point at, or null if there is none.

        A transcript returns the hash of the rows it holds, so that its path is no part of the identity.
        """
        return None

    async def open(self) -> None:
        """Prepare for questions: build an index, read a file, check a store.

        Raises:
            RagcanaryError: If the system cannot be asked at all; nothing has been asked then.
        """

    @abstractmethod
    async def ask(self, question: AskedQuestion) -> Response:
        """Put one question in a fresh session and return whatever came of it."""

    async def close(self) -> None:
        """Release what ``open`` took."""


class PrivilegedAdapter(SystemAdapter[S]):
    """An adapter that may know the answers: for contestants that test the instrument, never for a ranked system."""

    def __init__(self, system: S, resources: Resources, oracle: Oracle) -> None:
        """Keep the oracle beside settings and resources."""
        super().__init__(system, resources)
        self.oracle = oracle


def plain_delivery(system: SystemBase, instruction: str) -> Delivery:
    """Return the delivery of a system without words of its own, from its ``prompt_delivery`` alone."""
    if system.prompt_delivery == "none":
        return Delivery(mode="none", instruction=None)
    return Delivery(mode=system.prompt_delivery, instruction=instruction)
