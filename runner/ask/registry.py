"""Finds the adapter of a system. Adapters are imported only when one of their systems is used."""

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from runner.ask.base import Oracle, PrivilegedAdapter, Resources, SystemAdapter, plain_delivery
from runner.errors import ConfigError
from schemas.system import Delivery, SystemBase

ADAPTERS: dict[str, tuple[str, str]] = {
    "local_rag": ("runner.ask.local_rag", "LocalRag"),
    "chat": ("runner.ask.chat", "Chat"),
    "transcript": ("runner.ask.transcript", "Transcript"),
    "reference": ("runner.ask.reference", "Reference"),
}
"""Module and class by adapter name."""

PRIVILEGED = frozenset({"reference"})
"""Adapters that are given the oracle. No system that is ranked may ever be among them."""


def adapter_class(system: SystemBase) -> type[SystemAdapter[Any]]:
    """Return the class behind ``system.adapter``.

    Raises:
        ConfigError: If this version has no such adapter.
    """
    name = adapter_name(system)
    try:
        module, attribute = ADAPTERS[name]
    except KeyError:
        raise ConfigError(
            f"this version has no adapter {name!r}",
            where=f"system.{system.slug}.adapter",
            fix=f"these are available: {', '.join(sorted(ADAPTERS))}",
        ) from None
    found: type[SystemAdapter[Any]] = getattr(import_module(module), attribute)
    return found


def adapter_name(system: SystemBase) -> str:
    """Return the adapter's name; every concrete system has one."""
    name: str = getattr(system, "adapter", "")
    return name


def require_adapters(systems: Iterable[SystemBase], *, has_documents: bool) -> None:
    """Refuse systems that cannot be asked, before anything is written, opened or asked.

    Args:
        systems: The systems of a campaign.
        has_documents: Whether the text of the campaign's corpus is at hand.

    Raises:
        ConfigError: For the first system without an adapter, or without the documents that it answers from.
    """
    for system in systems:
        if adapter_class(system).needs_documents and not has_documents:
            raise ConfigError(
                "retrieval on this machine needs the documents of the knowledge base",
                where=f"system.{system.slug}",
                fix="choose a knowledge_base with a folder",
            )


def describe_delivery(system: SystemBase, instruction: str) -> Delivery:
    """Say what ``system`` will receive of ``instruction``; also for systems whose adapter is yet to come."""
    if adapter_name(system) not in ADAPTERS:
        return plain_delivery(system, instruction)
    return adapter_class(system).describe_delivery(system, instruction)


def content_hash(system: SystemBase) -> str | None:
    """Return the hash of content that the settings of ``system`` only point at; null if there is none."""
    if adapter_name(system) not in ADAPTERS:
        return None
    return adapter_class(system).content_hash(system)


def adapter_version(system: SystemBase) -> int:
    """Return the version of the adapter's behaviour; 0 for an adapter that is yet to come."""
    return adapter_class(system).version if adapter_name(system) in ADAPTERS else 0


def build(system: SystemBase, resources: Resources, oracle: Oracle | None = None) -> SystemAdapter[Any]:
    """Make the adapter of ``system``, not yet opened.

    Args:
        system: Any system.
        resources: What it may use.
        oracle: Gold answers and flags; passed on to reference contestants, and to nobody else.

    Raises:
        ConfigError: If this version has no such adapter, or a contestant needs an oracle and there is none.
    """
    cls = adapter_class(system)
    if adapter_name(system) not in PRIVILEGED:
        return cls(system, resources)
    if oracle is None or not issubclass(cls, PrivilegedAdapter):
        raise ConfigError("a reference contestant needs the gold answers", where=f"system.{system.slug}")
    return cls(system, resources, oracle)
