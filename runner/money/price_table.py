"""Who is paid in a campaign, what each costs by the table, and the refusal to start without knowing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from runner.errors import ConfigError
from schemas.campaign import ClassifierConfig, JudgeConfig
from schemas.endpoint import Endpoint
from schemas.prices import ModelPrice, PriceTable
from schemas.system import (
    ChatSystem,
    CustomGPTSystem,
    GeminiFileSearchSystem,
    LocalRagSystem,
    OpenAIFileSearchSystem,
    System,
)

PRICES_FOLDER = "conf/prices"
"""Where price tables lie, for messages."""

ON_THIS_MACHINE = ModelPrice(
    model="local/*",
    input=Decimal(0),
    output=Decimal(0),
    per_tool_call=Decimal(0),
    free_because="runs on this machine",
    source="no vendor is involved",
    checked=date(2026, 11, 30),
)
"""The price of a model that a server of this machine answers for and that the table does not name."""


@dataclass(frozen=True, slots=True)
class Payee:
    """One model that a campaign calls, and for whom."""

    who: str
    """``system openai_rag``, ``judge gpt_5_4``, ``the intent classifier``."""
    model: str
    """Name in the table's grammar."""
    endpoint: str
    """Id of the endpoint."""
    searches: bool = False
    """Whether the vendor's hosted file search is called, which may have a price of its own."""


def payee_of(system: System) -> Payee | None:
    """Return whom a system's answers are paid to, or None for one that calls nobody."""
    who = f"system {system.slug}"
    if isinstance(system, CustomGPTSystem):
        return Payee(who, f"customgpt/{system.model}", system.endpoint)
    if isinstance(system, LocalRagSystem):
        return Payee(who, system.reader.name, system.reader.endpoint)
    if isinstance(system, ChatSystem):
        return Payee(who, system.model.name, system.model.endpoint)
    if isinstance(system, OpenAIFileSearchSystem | GeminiFileSearchSystem):
        return Payee(who, system.model.name, system.model.endpoint, searches=True)
    return None


def payees(
    systems: Iterable[System], classifier: ClassifierConfig, judges: Mapping[str, JudgeConfig]
) -> tuple[Payee, ...]:
    """Return everyone whom a campaign pays, in the order of its stages.

    Args:
        systems: The systems under test.
        classifier: The intent classifier.
        judges: The panel's judges by name.
    """
    found = [payee for system in systems if (payee := payee_of(system)) is not None]
    if classifier.kind == "model":
        found.append(Payee("the intent classifier", classifier.model.name, classifier.model.endpoint))
    for name, judge in sorted(judges.items()):
        if judge.kind == "model":
            found.append(Payee(f"judge {name}", judge.model.name, judge.model.endpoint))
    return tuple(found)


def price_of(model: str, table: PriceTable, endpoint: Endpoint | None = None) -> ModelPrice | None:
    """Return what a model costs.

    An entry of the table decides: one with the very name, else the one for all models of the provider. Without one, a
    model on this machine is free. A gateway on this machine that passes calls on to a vendor needs an entry.

    Args:
        model: Name in LiteLLM's grammar.
        table: The price table.
        endpoint: Where the model answers; null where that is not known.

    Returns:
        The price, or None where nobody knows it.
    """
    wildcard = None
    every_other = f"{model.partition('/')[0]}/*"
    for price in table.models.values():
        if model in price.names:
            return price
        if every_other in price.names:
            wildcard = price
    if wildcard is not None:
        return wildcard
    if endpoint is not None and (endpoint.on_this_machine or (endpoint.embedded and endpoint.base_url is None)):
        return ON_THIS_MACHINE
    return None


def billed_name(configured: str, reported: str | None) -> str:
    """Return the model that the vendor bills: the one that answered, where the reply names one.

    Args:
        configured: Name in LiteLLM's grammar.
        reported: Name from the raw reply, without provider; null where it holds none.
    """
    return configured if reported is None else f"{configured.partition('/')[0]}/{reported}"


def require_prices(
    paid: Iterable[Payee], table: PriceTable, endpoints: Mapping[str, Endpoint], *, allow_unpriced: bool
) -> tuple[Payee, ...]:
    """Refuse, before anything is spent, models of which nobody knows what they cost.

    Args:
        paid: Everyone whom the campaign pays.
        table: The price table.
        endpoints: The endpoints in use, by id.
        allow_unpriced: Whether to go on without. Such calls are no part of the budget, and totals say "at least".

    Returns:
        Those without a price, where that is allowed; none otherwise.

    Raises:
        ConfigError: If there are any and they are not allowed; names them all.
    """
    missing: list[tuple[Payee, str]] = []
    for payee in paid:
        price = price_of(payee.model, table, endpoints.get(payee.endpoint))
        if price is None:
            missing.append((payee, payee.model))
        elif payee.searches and price.per_tool_call is None:
            missing.append((payee, f"file search of {payee.model} (per_tool_call)"))
    if missing and not allow_unpriced:
        names: dict[str, list[str]] = {}
        for payee, what in missing:
            names.setdefault(what, []).append(payee.who)
        listed = "; ".join(f"{what}, for {' and '.join(who)}" for what, who in names.items())
        raise ConfigError(
            f"the price table of {table.dated} has no price for {listed}",
            where=f"prices, a file of {PRICES_FOLDER}",
            fix="add entries under `models` (docs/money.md shows how), or go on without: allow_unpriced=true",
        )
    return tuple(payee for payee, _ in missing)
