"""The one shape of an intent classifier, by phrases or by a model."""

from typing import ClassVar, Protocol

from schemas.judging import Classification


class IntentClassifier(Protocol):
    """Decides whether a response attempts an answer or abstains.

    A classifier sees the question and the response and nothing else: neither the gold answer nor the canary flag, so
    that it cannot be swayed by what the outcome would cost.
    """

    name: ClassVar[str]
    """Name in the registry and in ``Classification.source``."""
    version: ClassVar[int]
    """Raised with every change that can change a decision; part of the protocol hash."""

    def classify(self, question: str, response: str) -> Classification:
        """Decide one response.

        Args:
            question: The question as put to the system; may be empty where it is unknown.
            response: The visible text of the response, exactly as received.

        Returns:
            The intent, who decided, and the rule and phrase that decided.

        Raises:
            runner.errors.RagcanaryError: Only where a classifier depends on something outside (a model that cannot
                be reached). The phrase classifier never raises.
        """
        ...
