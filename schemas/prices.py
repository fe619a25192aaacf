"""What calls cost: a pinned, dated table of list prices with their sources, and what the logs keep of a call's cost.

Prices are decimals and are computed with as decimals, so that a sum of a million calls is exact.
"""

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from schemas.response import Record
from schemas.system import Slug

Usd = Annotated[Decimal, Field(ge=0, allow_inf_nan=False, max_digits=16, decimal_places=8)]
"""US dollars, not negative, exact to eight decimals."""

MODEL_NAME = r"^[^\s/*]+/(\*|[^\s*]*[^\s*/])$"
"""A name in LiteLLM's grammar, ``provider/model``, or ``provider/*`` for every other model of the provider."""

ModelName = Annotated[str, Field(pattern=MODEL_NAME, max_length=200)]


class TokenRates(Record):
    """What a model's tokens cost, in US dollars per million."""

    input: Usd
    """Input tokens that were not read from a cache."""
    cached_input: Usd | None = None
    """Input tokens that were; null where the vendor gives no discount, so that they cost as much as any other."""
    output: Usd
    """Output tokens, reasoning included, since vendors bill it as output."""


class LongContextRates(TokenRates):
    """Rates of a request whose input is longer than a threshold; they hold for all of its tokens."""

    above_input_tokens: int = Field(ge=1)
    """The threshold, cached tokens counted."""


class ModelPrice(Record):
    """What calls to one model cost."""

    model: ModelName
    """The model."""
    also: list[ModelName] = []
    """Other names of the same price, such as the dated snapshot behind an alias."""
    input: Usd | None = None
    """Input tokens, US dollars per million; null where the vendor bills no tokens."""
    cached_input: Usd | None = None
    """Input tokens read from the vendor's cache, US dollars per million; null: as any other input."""
    output: Usd | None = None
    """Output tokens, reasoning included, US dollars per million; null where the vendor bills no tokens."""
    output_includes_reasoning: bool = True
    """Whether the logged output count holds the reasoning tokens. False for a server that counts them beside it."""
    long_context: LongContextRates | None = None
    """Other rates for long inputs; null where all inputs cost the same."""
    per_query: Usd | None = None
    """US dollars for each query; null where the vendor bills none."""
    per_tool_call: Usd | None = None
    """US dollars for each call of the hosted file search; null where nobody has looked it up."""
    free_because: str | None = Field(default=None, min_length=1)
    """Why it costs nothing; null where it does cost."""
    source: str = Field(min_length=1)
    """The page that names the price, or why there is none."""
    checked: date
    """The day on which the source said so."""

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        if (self.input is None) != (self.output is None):
            raise ValueError("input and output go together: give both, 0 for the one that costs nothing")
        if self.input is None and self.per_query is None:
            raise ValueError("give input and output, or per_query, or all three")
        if self.input is None and (self.cached_input is not None or self.long_context is not None):
            raise ValueError("cached_input and long_context need input and output")
        if self.costs_nothing != (self.free_because is not None):
            raise ValueError("free_because goes with prices that are all 0, and with no others")
        return self

    @property
    def names(self) -> tuple[str, ...]:
        """All names of the model."""
        return (self.model, *self.also)

    @property
    def costs_nothing(self) -> bool:
        """Whether every price that is given is 0."""
        long = self.long_context
        given = [self.input, self.cached_input, self.output, self.per_query, self.per_tool_call]
        given += [] if long is None else [long.input, long.cached_input, long.output]
        return not any(given)

    def rates(self, input_tokens: int) -> TokenRates | None:
        """Return the rates of a request with so many input tokens, or None where no tokens are billed."""
        if self.long_context is not None and input_tokens > self.long_context.above_input_tokens:
            return self.long_context
        if self.input is None or self.output is None:
            return None
        return TokenRates(input=self.input, cached_input=self.cached_input, output=self.output)


class StorePrice(Record):
    """What keeping documents in a vendor's store costs. No part of a campaign's calls."""

    per_gb_day: Usd
    """US dollars for each gigabyte (2**30 bytes) and day."""
    free_gb: Usd = Decimal(0)
    """Gigabytes that cost nothing."""
    indexing: Usd = Decimal(0)
    """US dollars per million tokens of the documents, once when they are put in."""
    source: str = Field(min_length=1)
    """The page that names the price."""
    checked: date
    """The day on which the source said so."""


class PriceTable(Record):
    """A file of ``conf/prices/``."""

    dated: date
    """The day for which the prices were gathered."""
    models: dict[Slug, ModelPrice]
    """Prices by a name of their own, which has no meaning beyond overrides: ``prices.models.<name>.input=3``."""
    stores: dict[Literal["openai", "gemini", "customgpt"], StorePrice] = {}
    """Prices of document stores by vendor."""

    @model_validator(mode="after")
    def _one_price_for_a_name(self) -> Self:
        owner: dict[str, str] = {}
        for slug, price in self.models.items():
            for name in price.names:
                if name in owner:
                    raise ValueError(f"{name} has two prices: under {owner[name]} and under {slug}")
                owner[name] = slug
        return self


class BudgetConfig(Record):
    """The most that a campaign may cost. Recorded, not hashed."""

    usd: Usd | None = None
    """US dollars over all sittings of the campaign; null sets no limit."""


class Charge(Record):
    """What the log keeps of the cost of one call, retries included."""

    usd: float | None = Field(default=None, ge=0)
    """Cost by the price table from the tokens as reported; null where it is not known."""
    possible_usd: float = Field(default=0.0, ge=0)
    """The most that may have been billed besides, for requests of which nobody knows whether they were."""
    basis: Literal["price_table", "free", "not_billed", "unpriced", "no_usage"]
    """Where ``usd`` comes from (``not_billed``: every request was turned away), or why it is null."""
    litellm_usd: float | None = Field(default=None, ge=0)
    """LiteLLM's own figure, a cross-check and nothing more; null where it has none."""
