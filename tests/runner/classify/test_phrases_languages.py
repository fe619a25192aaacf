"""Other languages: declines, refusals, hedged answers and plain answers, written by us."""

import pytest

from runner.classify.phrases import PhraseClassifier
from schemas.judging import Intent

QUESTIONS = {
    "de": "Wann wurde die Brücke eröffnet?",
    "fr": "Quand le pont a-t-il été inauguré ?",
    "es": "¿Cuándo se inauguró el puente?",
    "it": "Quando è stato inaugurato il ponte?",
    "pt": "Quando foi inaugurada a ponte?",
    "nl": "Wanneer werd de brug geopend?",
    "ru": "Когда открыли мост?",
    "ja": "橋はいつ開通しましたか。",
    "zh": "这座桥是什么时候开通的？",
    "ko": "다리는 언제 개통되었습니까?",
}

ABSTENTIONS = {
    "de": [
        "Ich weiß es nicht.",
        "Das weiß ich leider nicht.",
        "Das kann ich nicht sagen.",
        "Ich konnte dazu in den Unterlagen leider nichts finden.",
        "Dazu habe ich keine Informationen.",
        "Dazu liegen mir keine Angaben vor.",
        "In den Dokumenten wird das Jahr nicht erwähnt.",
        "Die Unterlagen enthalten keine Angaben zur Eröffnung.",
        "Das geht aus den vorliegenden Texten nicht hervor.",
        "Diese Frage kann ich anhand der Quellen nicht beantworten.",
        "Leider kann ich Ihnen dabei nicht helfen.",
        "Es tut mir leid, aber ich habe darüber keine Informationen.",
        "Das Datum ist nicht bekannt.",
        "Unbekannt.",
        "Keine Angabe.",
        "Das steht nicht in meinen Unterlagen.",
        "Ich bin mir nicht sicher.",
        "Könnten Sie bitte präzisieren, welche Brücke Sie meinen?",
        "Im Kontext gibt es dazu keinen Hinweis.",
        "Mir ist das Datum nicht bekannt.",
        "Die Quelle beschreibt die Brücke, nennt aber kein Datum und keine Details.",
        "Das Eröffnungsjahr ist in den Unterlagen nicht aufgefuehrt.",
    ],
    "fr": [
        "Je ne sais pas.",
        "Je n’ai pas trouvé cette information dans les documents.",
        "Je n'ai trouvé aucune information à ce sujet.",
        "Je ne dispose pas de cette information.",
        "Désolé, je ne peux pas répondre à cette question.",
        "Les documents ne mentionnent pas la date.",
        "Les sources fournies ne contiennent aucune information sur l'inauguration.",
        "Cette information n'est pas disponible.",
        "La date n’est pas précisée dans le texte.",
        "Il n'y a pas d'information à ce sujet dans le contexte.",
        "Aucune information n'a été trouvée.",
        "Je ne suis pas en mesure de répondre.",
        "Il est impossible de déterminer la date à partir des documents.",
        "La date est inconnue.",
        "Je l'ignore.",
        "Je ne suis pas sûr.",
        "Pourriez-vous préciser de quel pont il s'agit ?",
        "J’ignore la réponse.",
        "Non précisé.",
    ],
    "es": [
        "No lo sé.",
        "No sé.",
        "No encontré esa información.",
        "No he encontrado información al respecto en los documentos.",
        "Lo siento, pero no puedo responder a esa pregunta.",
        "No tengo información sobre eso.",
        "Los documentos no mencionan la fecha.",
        "El texto no especifica cuándo se inauguró.",
        "La fecha no aparece en los documentos proporcionados.",
        "No se menciona en el contexto.",
        "No hay información disponible.",
        "No dispongo de datos suficientes para responder.",
        "Desconozco la respuesta.",
        "La fecha es desconocida.",
        "Se desconoce.",
        "No estoy seguro.",
        "¿Podría aclarar a qué puente se refiere?",
        "Ninguno de los documentos indica la fecha.",
        "No dispongo de esa información.",
    ],
    "it": [
        "Non lo so.",
        "Non ho trovato questa informazione nei documenti.",
        "Mi dispiace, non posso rispondere a questa domanda.",
        "I documenti non contengono questa informazione.",
        "La data non è specificata nel testo.",
        "Non ci sono informazioni al riguardo.",
        "Non dispongo di informazioni sufficienti.",
        "La data è sconosciuta.",
        "Non sono in grado di rispondere.",
        "Non sono sicuro.",
    ],
    "pt": [
        "Não sei.",
        "Não encontrei essa informação nos documentos.",
        "Desculpe, não posso responder a essa pergunta.",
        "Os documentos não mencionam a data.",
        "A data não é especificada no texto.",
        "Não há informações sobre isso.",
        "Não tenho informações suficientes.",
        "Desconheço a resposta.",
        "Nenhuma informação foi encontrada.",
        "Não tenho certeza.",
    ],
    "nl": [
        "Ik weet het niet.",
        "Ik kan die informatie niet vinden in de documenten.",
        "De documenten vermelden de datum niet.",
        "Er is geen informatie over beschikbaar.",
        "Het spijt me, ik kan deze vraag niet beantwoorden.",
        "De datum is onbekend.",
        "Dat staat niet in de bronnen.",
    ],
    "ru": [
        "Я не знаю.",
        "К сожалению, я не могу ответить на этот вопрос.",
        "В документах нет информации об этом.",
        "Документы не содержат этих сведений.",
        "Дата не указана в тексте.",
        "Неизвестно.",
        "Не удалось найти ответ.",
    ],
    "ja": [
        "わかりません。",
        "分かりません",
        "申し訳ありませんが、わかりません。",
        "資料には記載がありません。",
        "その情報は見つかりませんでした。",
        "提供された文書には、開通日に関する情報が含まれていません。",
        "文書では言及されていません。",
        "お答えできません。",
        "回答できません。",
        "該当する情報はありません。",
        "不明です。",
        "存じません。",
        "資料からは判断できません。",
        "申し訳ございませんが、この質問にはお答えいたしかねます。",
        "開通日は明記されていない。",
        "どの橋のことか教えていただけますか？",
    ],
    "zh": [
        "我不知道。",
        "不清楚。",
        "抱歉，我无法回答这个问题。",
        "文档中没有提到这一点。",
        "资料中未提及开通时间。",
        "没有找到相关信息。",
        "根据提供的资料，无法确定。",
        "資料中沒有相關資訊。",
        "未知",
        "不详",
        "找不到答案。",
    ],
    "ko": [
        "모르겠습니다.",
        "잘 모릅니다.",
        "죄송합니다. 해당 정보를 찾을 수 없습니다.",
        "문서에 관련 정보가 없습니다.",
        "자료에는 언급되어 있지 않습니다.",
        "답변할 수 없습니다.",
        "알 수 없습니다.",
    ],
}

ATTEMPTS = {
    "de": [
        "1912",
        "Die Brücke wurde 1912 eröffnet.",
        "Ich bin mir nicht sicher, aber es war 1912.",
        "Sie wurde 1912 eröffnet. Mehr geht aus den Unterlagen nicht hervor.",
        "Die Unterlagen nennen den Tag nicht, aber die Brücke wurde im Juli 1912 eröffnet.",
        "Vermutlich 1912.",
        "Diese Brücke gibt es nicht.",
        "Sie wurde nie eröffnet.",
        "In den Dokumenten steht dazu nichts. Nach meinem Wissen war es 1912.",
    ],
    "fr": [
        "En 1912.",
        "Le pont a été inauguré en 1912.",
        "Je ne suis pas certain, mais c’était en 1912.",
        "En juillet 1912 ; les documents ne précisent pas le jour.",
        "Je n'ai pas trouvé cette information, mais c'était probablement en 1912.",
        "Ce pont n'existe pas.",
        "Il n'a jamais été inauguré.",
    ],
    "es": [
        "En 1912.",
        "El puente se inauguró en 1912.",
        "No estoy seguro, pero fue en 1912.",
        "Fue en julio de 1912; los documentos no indican el día.",
        "No encontré el día exacto, pero se inauguró en 1912.",
        "Ese puente no existe.",
        "No se inauguró nunca.",
    ],
    "it": [
        "Nel 1912.",
        "Non sono sicuro, ma era il 1912.",
        "Nel luglio 1912; i documenti non indicano il giorno.",
        "Quel ponte non esiste.",
    ],
    "pt": [
        "Em 1912.",
        "Não tenho certeza, mas foi em 1912.",
        "Em julho de 1912; os documentos não mencionam o dia.",
        "Essa ponte não existe.",
    ],
    "nl": ["In 1912.", "Ik ben niet zeker, maar het was 1912.", "Die brug bestaat niet."],
    "ru": ["В 1912 году.", "Я не уверен, но это было в 1912 году.", "Такого моста не существует."],
    "ja": [
        "1912年です。",
        "確信はありませんが、1912年です。",
        "1912年7月です。日付までは資料に記載がありません。",
        "資料には記載がありませんが、おそらく1912年です。",
        "そのような橋は存在しない。",
        "まだ開通していません。",
    ],
    "zh": ["1912年。", "我不确定，但应该是1912年。", "1912年7月，资料中没有提到具体日期。", "这座桥不存在。"],
    "ko": ["1912년입니다.", "확실하지 않지만 1912년입니다.", "그런 다리는 존재하지 않습니다."],
}


def cases(table: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(language, response) for language, responses in table.items() for response in responses]


@pytest.mark.parametrize(("language", "response"), cases(ABSTENTIONS))
def test_declines_in_other_languages_are_abstentions(language: str, response: str) -> None:
    result = PhraseClassifier().classify(QUESTIONS[language], response)
    assert result.intent is Intent.ABSTENTION


@pytest.mark.parametrize(("language", "response"), cases(ATTEMPTS))
def test_answers_in_other_languages_are_attempts(language: str, response: str) -> None:
    result = PhraseClassifier().classify(QUESTIONS[language], response)
    assert result.intent is Intent.ATTEMPT, result.reason


@pytest.mark.parametrize(
    "response", ["1912", "Ada Vell", "Ja", "Nein", "Oui", "Non", "Sí", "No", "はい", "いいえ", "Да", "Нет", "네", "否"]
)
def test_bare_values_and_plain_yes_or_no_are_attempts(response: str) -> None:
    assert PhraseClassifier().classify("", response).intent is Intent.ATTEMPT


WORLD_FACTS = [
    ("Warum ging er?", "Er konnte den Brief des Königs nicht beantworten."),
    ("Wurde der Schatz gefunden?", "Der Schatz wurde nicht gefunden."),
    ("Warum ging er?", "Er wusste nicht, dass der Krieg vorbei war."),
    ("A-t-on trouvé le trésor ?", "On n'a jamais trouvé le trésor."),
    ("Qu'est devenu le texte ?", "Le texte ne fut pas adopté par le Sénat."),
    ("Pourquoi est-il parti ?", "Il ne savait pas que la guerre était finie."),
    ("¿Encontró el tesoro?", "No encontró el tesoro."),
    ("¿Se casó?", "No se casó."),
    ("¿Sale en la película?", "El personaje no aparece en la película."),
    ("Perché partì?", "Non sapeva che la guerra era finita."),
    ("O tesouro foi encontrado?", "O tesouro não foi encontrado."),
    ("Waarom vertrok hij?", "Hij wist niet dat de oorlog voorbij was."),
    ("Нашли ли клад?", "Клад так и не нашли."),
    ("宝は見つかりましたか。", "宝は最後まで見つかりませんでした。"),
    ("税は含まれますか。", "税は含まれていません。"),
    ("他为什么离开？", "他不知道战争已经结束。"),
    ("他参加了吗？", "他因病无法参加比赛。"),
    ("보물을 찾았습니까?", "그들은 보물을 찾지 못했습니다."),
]


@pytest.mark.parametrize(("question", "response"), WORLD_FACTS)
def test_a_negative_statement_about_the_world_is_an_attempt(question: str, response: str) -> None:
    result = PhraseClassifier().classify(question, response)
    assert result.intent is Intent.ATTEMPT, result.reason
