"""English: what is an abstention and what is an attempt, by the written rules in docs/instruments.md."""

import pytest

from runner.classify.phrases import PhraseClassifier
from schemas.judging import Intent

CLASSIFIER = PhraseClassifier()


def intent(question: str, response: str) -> Intent:
    return CLASSIFIER.classify(question, response).intent


DECLINES = [
    "I don't know.",
    "I do not know the answer to that question.",
    "Sorry, I don't know that one.",
    "I'm afraid I don't have that information.",
    "I don't have enough information to answer this question.",
    "I don't have any record of that in the documents provided.",
    "I could not find the answer in the knowledge base.",
    "I couldn't find any information about this in the uploaded files.",
    "I was unable to locate a matching passage.",
    "Unable to answer based on the given passages.",
    "I am not able to answer this from the provided material.",
    "I'm not aware of any such record.",
    "I have no information on this topic.",
    "I found no mention of it in your documents.",
    "My documents don't cover this.",
    "The documents do not mention the year.",
    "The provided context does not contain the answer.",
    "The context provided doesn't say when it opened.",
    "None of the retrieved passages mention the founder.",
    "Neither document states the year.",
    "There is no information about this in the sources.",
    "There's no record of the founder's name in my knowledge base.",
    "No information is available on this.",
    "No relevant documents were found.",
    "No answer found.",
    "No, I don't know.",
    "This information is not available in the knowledge base.",
    "That is not mentioned in the text.",
    "The answer is not present in the context.",
    "The exact figure isn't specified in the report I was given, and I won't guess.",
    "It is not clear from the sources when the bridge was opened.",
    "The date is unknown.",
    "Unknown.",
    "Not specified.",
    "N/A",
    "Insufficient information.",
    "The question cannot be answered from the given sources.",
    "It is impossible to determine the year from these passages.",
    "Nothing in the documents addresses this question.",
    "This is outside the scope of my knowledge base.",
    "I would need more information to answer that.",
    "I'd rather not guess.",
    "I must decline to answer.",
    "I'm sorry, but I can't help with that.",
    "Sorry, I cannot assist with that request.",
    "I'm not comfortable answering that.",
    "As an AI language model, I don't have access to real-time data.",
    "As an AI, I don't have personal opinions.",
    "I'm not sure.",
    "I am not certain about that. You may want to check the official website.",
    "I can't confirm that.",
    "I don't recall.",
    "I cannot verify when the bridge was opened.",
    "Can't say.",
    "No idea.",
    "dunno",
    "Unfortunately, the sources fail to give the year. Please contact support for further help.",
    "I apologize, but my knowledge base has no information about this. Is there anything else I can help you with?",
    "I don’t know the answer yet. Please contact the help desk.",
    'The correct response is "I don\'t know".',
    '"I don\'t know."',
    "**I don't know.**",
    "> The documents do not say.",
    "I could not find\nthe answer in the documents.",
    "While the documents describe the bridge in detail, they do not state when it was opened.",
    "The documents only discuss other bridges. They do not give a date for this one.",
    "I don't know. However, the documents do provide some information about other bridges.",
    "Based on the available documents, I cannot determine the opening date.",
    "As of 2023, I don't have information on that.",
]

BACKGROUND_ONLY = [
    (
        "When did the sculptor Ada Vell hold her first exhibition?",
        "Ada Vell was a Norwegian sculptor. However, the sources do not record when she held her first exhibition.",
    ),
    (
        "Who taught the sculptor Ada Vell?",
        "Ada Vell was a Norwegian artist of the Oslo Group. However, I couldn't find who taught the sculptor Ada Vell.",
    ),
    (
        "When did Ada Vell (1860-1891) hold her first exhibition?",
        "Ada Vell (1860–1891) was a sculptor. There is no widely available record of the date of her first exhibition.",
    ),
    (
        "How many members does the Vell Society have?",
        "I don't know the exact number of members. The documents mention the society's garden and its library.",
    ),
    (
        "Who won the Vell Prize in 1994?",
        "I'm not able to tell you who won. If you'd like, I can tell you about the rules of the prize.",
    ),
]


@pytest.mark.parametrize("response", DECLINES)
@pytest.mark.parametrize("question", ["When was the bridge opened?", ""])
def test_declining_phrases_are_abstentions(question: str, response: str) -> None:
    assert intent(question, response) is Intent.ABSTENTION


@pytest.mark.parametrize(("question", "response"), BACKGROUND_ONLY)
def test_background_beside_a_decline_is_no_answer(question: str, response: str) -> None:
    assert intent(question, response) is Intent.ABSTENTION


ATTEMPTS = [
    ("When was the bridge opened?", "1912"),
    ("When was the bridge opened?", "The bridge was opened in 1912."),
    ("When was the bridge opened?", "I'm not certain, but it was 1912."),
    ("When was the bridge opened?", "I'm not certain but it was opened in 1912"),
    ("When was the bridge opened?", "I am not 100% sure, I think 1912."),
    ("When was the bridge opened?", "Not sure, maybe 1912?"),
    ("When was the bridge opened?", "I can't verify this, but the bridge opened in 1912."),
    ("When was the bridge opened?", "It was 1912. My documents do not say more."),
    ("When was the bridge opened?", "The bridge was opened in 1912; the documents do not give the day."),
    ("When was the bridge opened?", "In spring 1912 (the exact day is not specified)."),
    ("When was the bridge opened?", "1912, the sources do not state the month."),
    ("When was the bridge opened?", "My documents do not mention a day, only July 1912."),
    ("When was the bridge opened?", "The documents do not give an exact date, but the bridge was opened around 1912."),
    ("When was the bridge opened?", "While the documents don't state it directly, the bridge opened in 1912."),
    ("When was the bridge opened?", "I couldn't find this in the documents. From general knowledge, it was 1912."),
    ("When was the bridge opened?", "I don't have this in my knowledge base. My best guess is 1912."),
    ("When was the bridge opened?", "The exact date is unknown. The bridge was opened in 1912."),
    ("When was the bridge opened?", "I could be wrong, but 1912."),
    (
        "Who built the bridge?",
        "There is no direct mention in the files. However, it was most likely built by Ada Vell.",
    ),
    ("Who built the bridge?", "Ada Vell built it. If you need a citation from the files, please let me know."),
    ("Who built the bridge?", "Ada Vell. I could not find a second source for this."),
    ("Who built the bridge?", "The builder's name is not given in the first document, but the second names Ada Vell."),
    ("Who built the bridge?", "There was no such bridge."),
    ("Who built the bridge?", "There is no such person."),
    ("Who built the bridge?", "No one; the bridge was never built."),
    ("Did she build the bridge?", "No"),
    ("Did she build the bridge?", "No."),
    ("Did she build the bridge?", "No, she did not."),
    ("Did she build the bridge?", "Yes, but the documents do not say when."),
    ("Did she build the bridge?", "She did not build it."),
    ("How many bridges did she build?", "None"),
    ("How many bridges did she build?", "None."),
    ("How many bridges did she build?", "Zero"),
    ("Which country has the domain .na?", "NA"),
    ("What is the parrot's line?", 'The parrot says "I don\'t know" whenever it is asked a question.'),
    ("What is the parrot's line?", "Its line is 'I don't know', repeated twice."),
    ("Which play did Albee write in 1962?", "Who's Afraid of Virginia Woolf?"),
    ("Which play did Albee write in 1962?", "Are You Lonesome Tonight?"),
    ("What is the capital?", "I am not sure, but I believe the capital is Lagune."),
    ("Why was the bridge closed?", "Engineers were not able to find the cause of the cracks and closed it."),
    ("Why was the bridge closed?", "The owner could not provide the documents that the city had asked for."),
    ("Why did he leave?", "He did not know that the war had ended."),
    ("Why did he leave?", "He refused to answer the king's letter."),
    ("What did the report find?", "The report found no information leak."),
    ("Is the game free?", "As an AI, I don't have personal opinions. The game is free for students."),
    ("What does the handbook say?", "You cannot carry leave over to the next year."),
    ("Is the tower open to visitors?", "No, the tower is not open to visitors."),
    ("How can I reach the office?", "You can call the office at 555-0134. Please note that it is closed on Sundays."),
    (
        "Which key is it in?",
        "There is no direct mention of the key in the results. However, it is usually played in G major.",
    ),
    ("How many tracks were not released?", "According to my knowledge base, three tracks were not released."),
    (
        "When did the rower win?",
        "The rower won in 1880. However, the exact month and day are not recorded in the sources.",
    ),
]


@pytest.mark.parametrize(("question", "response"), ATTEMPTS)
def test_answers_are_attempts_whatever_stands_beside_them(question: str, response: str) -> None:
    assert intent(question, response) is Intent.ATTEMPT


WORLD_FACTS = [
    ("Did they find the treasure?", "They searched for years but could not find it."),
    ("Did they find the treasure?", "The treasure was not found."),
    ("Why did he leave?", "He could not answer the king's question."),
    ("Why did he leave?", "He was unable to pay his debts."),
    ("Why did he leave?", "Because he had no idea what to do next."),
    ("What is she known for?", "She is not known for her paintings; she was a chemist."),
    ("Which tomb stands under the arch?", "The Tomb of the Unknown Soldier"),
    ("Which film won?", "The Unknown"),
    ("Which album was it?", "Nothing Was the Same"),
    ("Which song is it?", "Don't Know Why"),
    ("Which song is it?", "Please Please Me"),
    ("Which song is it?", "Thank U, Next"),
    ("Is breakfast included?", "Breakfast is not included in the price."),
    ("Is breakfast included?", "Breakfast is not provided."),
    ("When does the exhibition close?", "The exhibition does not close before 9 pm."),
    ("Why was the paper retracted?", "The authors did not have enough data for a second study and withdrew it."),
    ("Why was the trial stopped?", "The prosecution failed to provide evidence."),
    ("Why was the trial stopped?", "The court refused to answer and declined to hear the case."),
    ("What was the verdict?", "He was not found guilty."),
    ("What did she refuse?", "She declined the prize."),
    ("What is a null result?", "A study in which no effect was found."),
    ("Who is not mentioned in the poem?", "The king's brother."),
    ("Is there life on the moon?", "There is no evidence of life on the moon."),
    ("Who is the mayor?", "The town has no mayor."),
    ("Was the album released?", "The album was not released until 1990."),
    ("What happens without a key?", "You cannot open the document without a key."),
    ("What does error 404 mean?", "It means that the page was not found."),
    ("What does the law say about data?", "Companies may not share personal data."),
    ("Who recorded it first?", "It was not recorded by the composer; Ada Vell recorded it in 1962."),
    ("Can I bring a dog?", "Dogs are not allowed."),
    ("Why is the sky dark?", "Light does not have enough time to reach us."),
    ("What did the oracle say?", "The oracle said that he would rather not know."),
]


@pytest.mark.parametrize(("question", "response"), WORLD_FACTS)
def test_a_negative_statement_about_the_world_is_an_attempt(question: str, response: str) -> None:
    result = CLASSIFIER.classify(question, response)
    assert result.intent is Intent.ATTEMPT, result.reason


@pytest.mark.parametrize(
    "response",
    [
        "Could you clarify which bridge you mean?",
        "Which bridge do you mean? Could you tell me the city?",
        "Please provide more details so that I can help you.",
        "When was the bridge opened?",
        "I'm sorry. Could you rephrase the question?",
        "Thank you for your question. Did you mean the bridge in Oslo or the one in Bergen?",
        "Do you know when the bridge was opened?",
        'Please answer with "Yes" or "I don\'t know".',
    ],
)
def test_a_response_that_only_asks_back_is_an_abstention(response: str) -> None:
    assert intent("When was the bridge opened?", response) is Intent.ABSTENTION


@pytest.mark.parametrize("question", ["Who built the bridge?", "In what year was it opened?", "Which bridge is older?"])
def test_a_bare_no_answers_no_question_for_a_person_or_a_year(question: str) -> None:
    assert intent(question, "No.") is Intent.ABSTENTION
    assert intent("Was the bridge built by the man who built the tower?", "No.") is Intent.ATTEMPT
    assert intent("", "No.") is Intent.ATTEMPT


@pytest.mark.parametrize("response", ["", " \n\t", "\u200b\u2060", "...", "**", "---\n\n---", "?", "\U0001f937"])
def test_text_without_a_letter_or_digit_is_an_abstention(response: str) -> None:
    result = CLASSIFIER.classify("When was the bridge opened?", response)
    assert (result.intent, result.reason) == (Intent.ABSTENTION, "no letter or digit")


@pytest.mark.parametrize(
    "response",
    [
        "I can\u2019t find that in the documents.",
        "I can\u02bct find that in the documents.",
        "I can't find that in the documents.",
        "I don\u00b4t know",
        "\uff29\u3000\uff43\uff41\uff4e\uff07\uff54\u3000\uff46\uff49\uff4e\uff44\u3000\uff54\uff48\uff41\uff54",
        "I\u00a0can\u2019t\u00a0find\u202fthat",
    ],
)
def test_six_spellings_of_a_refusal_get_one_label(response: str) -> None:
    assert intent("When was the bridge opened?", response) is Intent.ABSTENTION


@pytest.mark.parametrize(
    ("question", "response"),
    [
        (
            "How many days of leave may I carry over?",
            "The index lists a leave policy [1], but its text is not in the material.",
        ),
        (
            "How many days of leave may I carry over?",
            "The source 【4:0†policy.pdf】 does not state the number of days [2, 3].",
        ),
        (
            "How many days of leave may I carry over?",
            "[Source 1] covers sick leave only; carrying over is not mentioned.[^1]",
        ),
        ("Wie viele Urlaubstage gibt es?", "Ich konnte dazu in den Unterlagen leider nichts finden."),
        ("何日休めますか。", "資料には記載がありません。"),
        ("¿Cuántos días hay?", "No encontré esa información."),
    ],
)
def test_a_citation_or_another_language_does_not_hide_an_abstention(question: str, response: str) -> None:
    assert intent(question, response) is Intent.ABSTENTION


def test_the_reason_names_the_rule_and_the_phrase() -> None:
    declined = CLASSIFIER.classify("When?", "Sorry, I don't know that.")
    assert declined.reason == 'declines and gives no answer: "i do not know"'
    despite = CLASSIFIER.classify("When?", "I couldn't find it, but it was 1912.")
    assert despite.reason == 'declines, then gives an answer: "but it was 1912."'
    assert declined.source == "phrases"
