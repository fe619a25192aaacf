"""The shape of a judge: made of code, or of a model."""

from abc import ABC, abstractmethod
from typing import ClassVar, Protocol

from schemas.judging import JudgeView, Opinion


class Judge(Protocol):
    """A judge that answers at once: pure, deterministic, without cost.

    It sees the question, the gold answer and the response, and nothing else.
    """

    name: ClassVar[str]
    """Name in the registry, and in ``method`` of a judge's configuration."""
    version: ClassVar[int]
    """Raised with every change that can change a vote; part of the vote key and of the protocol hash."""

    def grade(self, view: JudgeView) -> Opinion:
        """Vote on one attempt.

        Args:
            view: All that a judge may see.

        Returns:
            The vote, with ``not_applicable`` where this judge's method cannot tell. It never raises, whatever the text.
        """
        ...


class CastingJudge(Protocol):
    """A judge that may take time and may fail, such as a model behind an endpoint.

    Every deterministic judge is one too (see :class:`DeterministicJudge`), so that a panel can be awaited as a whole.
    """

    async def cast(self, view: JudgeView) -> Opinion:
        """Vote on one attempt.

        Args:
            view: All that a judge may see.

        Returns:
            The vote; ``grade`` is null and ``invalid_cause`` set where no valid vote came about.
        """
        ...


class DeterministicJudge(ABC):
    """Base of the judges made of code: they fit :class:`Judge` and :class:`CastingJudge`."""

    name: ClassVar[str]
    version: ClassVar[int]

    @abstractmethod
    def grade(self, view: JudgeView) -> Opinion:
        """Vote on one attempt; see :meth:`Judge.grade`."""

    async def cast(self, view: JudgeView) -> Opinion:
        """Vote on one attempt without waiting for anything."""
        return self.grade(view)
