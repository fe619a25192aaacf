"""Changing the scoring of a campaign that exists, by the same overrides as before it was run."""

from collections.abc import Sequence

from pydantic import ValidationError

from runner.configure.explain import explain
from runner.configure.overrides import parse_overrides, refuse_sweeps
from schemas.scoring import Scoring


def rescoring(scoring: Scoring, texts: Sequence[str]) -> Scoring:
    """Return a scoring with some settings replaced.

    Args:
        scoring: The scoring of the spec.
        texts: Overrides such as ``scoring.k=9`` or ``scoring.ks=[1,2]``.

    Raises:
        ConfigError: For an unknown setting or a value that it cannot have.
    """
    from hydra.core.override_parser.overrides_parser import OverridesParser

    refuse_sweeps(parse_overrides(texts))
    body = scoring.model_dump(mode="json")
    for text in texts:
        parsed = OverridesParser.create().parse_override(text)
        body[parsed.key_or_group.removeprefix("scoring.")] = parsed.value()
    try:
        return Scoring.model_validate(body)
    except ValidationError as error:
        raise explain(
            error,
            model=Scoring,
            where=lambda loc: next((text for text in texts if f"scoring.{loc[0]}" in text), "scoring"),
        ) from error
