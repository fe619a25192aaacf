"""Names of the intent classifiers that a campaign can choose."""

from difflib import get_close_matches
from types import MappingProxyType

from runner.classify.base import IntentClassifier
from runner.classify.phrases import PhraseClassifier
from runner.errors import ConfigError

CLASSIFIERS: MappingProxyType[str, type[IntentClassifier]] = MappingProxyType({PhraseClassifier.name: PhraseClassifier})
"""Classifier classes by name."""


def classifier_class(name: str) -> type[IntentClassifier]:
    """Look up a classifier by the name that a configuration gives.

    Args:
        name: A key of `CLASSIFIERS`.

    Returns:
        The class; its ``version`` belongs into the protocol hash.

    Raises:
        ConfigError: No classifier has that name; the message lists the nearest names.
    """
    try:
        return CLASSIFIERS[name]
    except KeyError:
        near = get_close_matches(name, CLASSIFIERS, n=3) or sorted(CLASSIFIERS)
        raise ConfigError(
            f"There is no intent classifier named {name!r}.",
            where="classifier.name",
            fix="Use one of: " + ", ".join(near) + ".",
        ) from None
