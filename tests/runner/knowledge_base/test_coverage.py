"""Both errors by hand: an answer that stands in the corpus and is missed, and one that is found where it does not."""

import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.knowledge_base.corpus import Document
from runner.knowledge_base.coverage import check_coverage, compare_flags
from schemas.coverage import Coverage, CoverageMethod
from schemas.question import Question


def document(text: str, document_id: str = "doc", title: str = "") -> Document:
    return Document(document_id, title or document_id, text, f"{document_id}.md", "0" * 64, len(text))


def question(gold: str, text: str = "Which one is it?", answer_type: str | None = None, **more: object) -> Question:
    values = {"question_id": "q", "text": text, "gold": gold, "answer_type": answer_type} | more
    return Question.model_validate(values)


def check(gold: str, text: str, asked: str = "Which one is it?", answer_type: str | None = None) -> Coverage:
    (finding,) = check_coverage([question(gold, asked, answer_type)], [document(text)])
    return finding


FOUND = [
    # gold, text, method
    ("Jacob Roggeveen", "The captain, Jacob Roggeveen, landed.", "exact"),
    ("Jacob Roggeveen", "JACOB ROGGEVEEN LANDED", "normalised"),
    ("René Laennec", "It was Rene Laennec’s idea.", "normalised"),
    ("Rene Laennec", "It was René Laennec.", "normalised"),
    ("The British Museum", "kept in the British Museum", "normalised"),
    ("Halley's Comet", "they point at Halley’s comet", "normalised"),
    ("U.S. Army", "the US Army came", "normalised"),
    ("tramp steamer (or collier)", "she was a collier", "exact"),
    ("Edinburgh of the Seven Seas", "Edinburgh\nof the Seven\nSeas is a village", "normalised"),
    ("1,777", "she listed 1,777 stars", "exact"),
    ("1,777", "she listed 1777 stars", "numeric"),
    ("1777", "she listed 1 777 stars", "numeric"),
    ("21", "it has twenty-one strings", "numeric"),
    ("6.5 million", "6,500,000 rivets", "numeric"),
    ("121 (acceptable range: anything between 119 and 123)", "it has 119 rooms", "numeric"),
    ("121 (acceptable range: anything between 119 and 123)", "it has 123 rooms", "numeric"),
    ("121 (acceptable range: anything between 119 and 123)", "it has a hundred and twenty rooms", "numeric"),
    ("1,280 metres", "a span of 1,280 metres", "exact"),
    ("1,280 metres", "a span of 1280 m", "numeric"),
    ("1,280 metres (acceptable range: anything between 1,270 and 1,290 metres)", "a span of 1.28 km", "numeric"),
    ("1,280 metres (acceptable range: anything between 1,270 and 1,290 metres)", "a span of 4,200 feet", "numeric"),
    ("1,280 metres", "a span of 1,280", "numeric"),
    ("64", "it weighs 64 kg", "numeric"),
    ("9 November 1993", "on 9 November 1993 it fell", "exact"),
    ("9 November 1993", "on November 9, 1993 it fell", "date"),
    ("9 November 1993", "on 1993-11-09 it fell", "date"),
    ("November 9th, 1993", "on 9 Nov. 1993 it fell", "date"),
    ("November 1930", "he died on 14 November 1930", "date"),
    ("1841", "he came in 1841", "exact"),
    ("1841", "he came on 3 May 1841", "date"),
    ("22 March", "the feast is on March 22", "date"),
    ("St Louis", "he lived in St. Louis then", "normalised"),
    ("Help! I Need Love", "they sang Help! I need love.", "normalised"),
    ("東京", "日本の首都は東京です。", "exact"),
]


@pytest.mark.parametrize(("gold", "text", "method"), FOUND)
def test_an_answer_that_stands_there_is_found(gold, text, method):
    finding = check(gold, text)
    assert finding.covered
    assert finding.method == method
    assert finding.document_id == "doc"
    assert finding.occurrences[0].passage == finding.passage


ABSENT = [
    ("12", "founded in 1912"),
    ("12", "it cost 12,500"),
    ("500", "it cost 12,500"),
    ("12", "version 3.12.4"),
    ("12", "the number 0.12 and 12.5"),
    ("12", "model A12 and LD-12"),
    ("Ann", "Annapolis and Joanne"),
    ("Ottawa River", "It lies near Ottawa. A River flows."),
    ("Au", "augmented auk"),
    ("Jacob Roggeveen", "Roggeveen, Jacob"),
    ("121 (acceptable range: anything between 119 and 123)", "it has 118 rooms and 124 doors, 1,210 beds"),
    ("1,280 metres", "a weight of 1,280 kg"),
    ("1,280 metres", "a span of 1,280 feet"),
    ("54 kg", "it was 54 km long"),
    ("9 November 1993", "in November 1993 it fell"),
    ("9 November 1993", "on 9 November 1994, not in 1993"),
    ("November 1930", "he died in 1930, and in November he rested"),
    ("1841", "there were 1,841 of them"),
    ("1841", "in the 1840s"),
    ("The yen", "a yearning"),
    ("Titan", "the Titanic"),
    ("7", "the seventh of nine"),
]


@pytest.mark.parametrize(("gold", "text"), ABSENT)
def test_an_answer_that_does_not_stand_there_is_not_found(gold, text):
    finding = check(gold, text, "In which year was it?" if gold == "1841" else "Which one is it?")
    assert not finding.covered, finding.passage
    assert finding.method is CoverageMethod.NONE
    assert finding.document_ids == ()
    assert finding.occurrences == ()
    assert "stands in no document" in finding.reason


def test_the_whole_corpus_is_searched_and_every_document_named_best_context_first():
    documents = [
        document("Angola has a desert.", "a"),
        document("The Okavango River rises in the highlands of Angola.", "b"),
        document("Nothing of the sort.", "c"),
        document("Angola and Namibia.", "d"),
    ]
    (finding,) = check_coverage([question("Angola", "In which country does the Okavango River rise?")], documents)
    assert finding.document_ids == ("a", "b", "d")
    assert finding.document_id == "b"
    assert finding.passage == "The Okavango River rises in the highlands of Angola."
    assert not finding.needs_review
    assert [one.document_id for one in finding.occurrences] == ["b", "a", "d"]


def test_offsets_point_at_the_answer_itself():
    text = "# Fram\n\nShe was built by Colin Archer at Larvik. She sailed far."
    (one,) = check("Colin Archer", text).occurrences
    assert text[one.start : one.end] == "Colin Archer"
    assert one.passage == "She was built by Colin Archer at Larvik."


def test_the_place_that_shares_most_words_with_the_question_is_shown():
    text = "There were 28 days of rain. The sea was calm. Nobody spoke. The alphabet had 28 letters at first. It grew."
    finding = check("28", text, "How many letters did the alphabet have at first?", "Number")
    assert finding.passage == "The alphabet had 28 letters at first."
    assert not finding.needs_review


def test_a_short_number_in_another_sense_is_listed_with_its_passage_for_a_person():
    finding = check("7", "The treaty was signed by 7 kings.", "How many strings does the lute have?", "Number")
    assert finding.covered
    assert finding.needs_review
    assert finding.passage == "The treaty was signed by 7 kings."
    assert "another sense" in finding.reason


def test_a_common_word_in_another_sense_is_listed_for_a_person():
    finding = check("He", "When he came home he slept.", "What is the chemical symbol of helium?", "Other")
    assert (finding.covered, finding.needs_review) == (True, True)


def test_a_surname_alone_is_a_near_miss_for_a_person_and_no_coverage():
    finding = check("George Washington Goethals", "Goethals finished the canal.", "Who finished the canal?", "Person")
    assert (finding.covered, finding.needs_review, finding.document_id) == (False, True, "doc")
    assert finding.passage == "Goethals finished the canal."
    assert "near miss in doc" in finding.reason


def test_a_number_that_is_part_of_a_date_is_a_near_miss_and_no_coverage():
    finding = check("28", "It happened on 28 February 1928.", "How many letters are there?", "Number")
    assert (finding.covered, finding.needs_review) == (False, True)
    assert finding.passage == "It happened on 28 February 1928."


def test_an_answer_of_several_parts_that_is_not_found_by_its_words_needs_a_person():
    finding = check("50 yeas and 49 nays", "There were 49 nays, 50 yeas.", "What was the vote?", "Number")
    assert (finding.covered, finding.needs_review) == (False, True)
    assert "one by one" in finding.reason


def test_a_very_long_sentence_is_cut_around_the_answer():
    text = "word " * 400 + "Colin Archer " + "word " * 400
    passage = check("Colin Archer", text).passage or ""
    assert "Colin Archer" in passage
    assert 300 < len(passage) <= 500


def test_findings_follow_the_order_of_questions_and_equal_golds_are_both_answered():
    asked = [
        question("Angola", question_id="b"),
        question("Peru", question_id="a"),
        question("Angola", question_id="c"),
    ]
    findings = check_coverage(asked, [document("Angola.")])
    assert [(f.question_id, f.covered) for f in findings] == [("b", True), ("a", False), ("c", True)]


def test_no_questions_and_no_documents_are_no_error():
    assert check_coverage([], [document("text")]) == []
    (finding,) = check_coverage([question("Angola")], [])
    assert not finding.covered


def test_a_gold_of_punctuation_alone_is_never_found():
    assert not check("?!", "Really?! Yes?!").covered


FILLERS = st.lists(st.sampled_from(["river", "the", "of", "12", "May", "1912", "metres", "Ann.", "\n\n"]), max_size=30)


@given(FILLERS, FILLERS, st.sampled_from(["Colin Archer", "4,711", "3 June 1911", "Xochimilco", "0.37 kg"]))
def test_an_answer_put_anywhere_into_a_text_is_found_exactly(before, after, gold):
    text = " ".join([*before, "\nsaid", gold, "indeed", *after])
    finding = check(gold, text)
    assert finding.method is CoverageMethod.EXACT
    assert all(gold in text[max(0, one.start - 1) : one.end + 1] for one in finding.occurrences)


# Flags


def flagged(question_id: str, gold: str, *, canary: bool | None) -> Question:
    corpus = None if canary is None else "declared:test"
    return question(gold, question_id=question_id, is_gap_canary=canary, corpus_id=corpus)


def test_flags_that_the_check_does_not_bear_out_are_listed_both_ways():
    asked = [
        flagged("absent-canary", "Peru", canary=True),
        flagged("present-canary", "Angola", canary=True),
        flagged("absent-answerable", "Chile", canary=False),
        flagged("present-answerable", "Angola", canary=False),
        flagged("unflagged", "Chile", canary=None),
    ]
    coverage = check_coverage(asked, [document("It rises in Angola.")])
    found = compare_flags(asked, coverage)
    assert [(d.question_id, d.is_gap_canary, d.covered) for d in found] == [
        ("present-canary", True, True),
        ("absent-answerable", False, False),
    ]
    assert found[0].passage == "It rises in Angola."
    assert str(found[0]).startswith("present-canary (Angola): flagged as a canary, but the answer stands in doc")
    assert str(found[1]).startswith(
        "absent-answerable (Chile): flagged as answerable, but “Chile” stands in no document"
    )


def test_a_flagged_question_without_a_finding_is_an_error():
    with pytest.raises(KeyError, match="lost"):
        compare_flags([flagged("lost", "Peru", canary=True)], [])


# Size


def test_documents_are_read_once_from_a_generator_and_time_grows_with_their_number():
    asked = [question(f"Name{n} Of{n}", f"Who was number {n}?", question_id=f"{n}") for n in range(200)]

    def corpus(size: int) -> Iterator[Document]:
        for n in range(size):
            yield document(
                f"In {1000 + n} there were {n} words about Name{n} Of{n} and nobody else.\n\n" * 3, f"{n:05}"
            )

    def seconds(size: int) -> float:
        begin = time.process_time()
        findings = check_coverage(asked, corpus(size))
        assert sum(f.covered for f in findings) == min(size, 200)
        return time.process_time() - begin

    small = min(seconds(200) for _ in range(2))
    # Five times the documents: growth with the square would take 25 times as long.
    assert seconds(1000) < 15 * small
