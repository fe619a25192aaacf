"""What calls typically use and how long they take: the documented guesses behind an estimate.

Every pair is (50th percentile, 95th percentile) of one call.
"""

from typing import NamedTuple


class Spread(NamedTuple):
    """A typical figure and one that is seldom exceeded."""

    p50: float
    p95: float

    def times(self, factor: float) -> "Spread":
        """Return both figures times ``factor``."""
        return Spread(self.p50 * factor, self.p95 * factor)


BYTES_PER_TOKEN = Spread(4.0, 3.0)
"""English has 4 to 5 characters a token (OpenAI's and Cohere's documentation). Scripts with more bytes a character have
fewer characters a token, so that the ratio by bytes holds roughly for all. The newest tokenizers make a third more."""

ATTEMPTS = Spread(0.923, 1.0)
"""Share of answers that are attempts: the paper's panel graded 11,080 of its 12,000 answers. All, to be safe."""

ANSWER_TOKENS = Spread(30, 140)
"""Short factual answers: 1,413 public ones of three products (September 2025) have medians of 96 to 141 characters, and
95th percentiles of 262 to 563."""

BALLOT_TOKENS = Spread(80, 200)
"""A judge's reply: one or two sentences of reasons and two short fields (assumed)."""

DECISION_TOKENS = Spread(40, 100)
"""A classifier's reply: the words that decide and one field (assumed)."""

OPENAI_CHUNK_TOKENS = Spread(880, 1000)
"""Tokens of one chunk in the prompt. The paper's OpenAI system cost 0.047 dollars a query (table 6). Less 0.0025 for
the search and 30 output tokens at 15 dollars a million, that buys 17,620 input tokens at 2.50, or 881 for each of 20
chunks."""

GEMINI_CHUNK_TOKENS = Spread(170, 700)
"""The same for Gemini: 0.0018 dollars a query less 30 output tokens at 3 dollars a million buys 3,420 input tokens at
0.50, or 171 for each of 20 chunks. Full chunks of 512 words would have some 700."""

WORD_BYTES = Spread(6, 8)
"""Bytes of a word and its space, in English; for passages that are cut by words."""

LATENCY_S: dict[str, Spread] = {
    "openai_file_search": Spread(9.2, 12.7),
    "gemini_file_search": Spread(12.4, 14.8),
    "customgpt": Spread(7.0, 19.1),
    "chat": Spread(3.0, 4.7),
    "local_rag": Spread(3.0, 4.7),
    "judge": Spread(3.0, 4.7),
    "classifier": Spread(3.0, 4.7),
    "on this machine": Spread(1.0, 2.5),
}
"""Seconds of one call: median and 90th percentile of the paper's table 6, which prints no 95th. Readers, judges and the
classifier are taken to be as fast as its bare model. On this machine: the shipped model on two cores reads some 200 and
writes some 100 tokens a second."""
