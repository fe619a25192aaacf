"""Spanish."""

from runner.classify.lexicon.language import Language

_SOURCE = (
    r"(?:documentos?|fragmentos?|fuentes?|textos?|contextos?|pasajes?|documentación|base de conocimientos?|artículos?"
    r"|archivos?|información|materiales|material|extractos?|datos|contenidos?|registros?|índice|resultados|manual|páginas?)"
)
_FACT = (
    r"(?:información|informaciones|mención|respuestas?|datos?|detalles?|registros?|resultados?|documentos?|referencias?"
    r"|indicios?|idea|conocimiento|acceso|fecha)"
)
_TOLD = (
    r"(?:menciona\w*|especifica\w*|indica\w*|proporciona\w*|encuentra\w*|incluye\w*|detalla\w*|conoce|sabe|aparece\w*"
    r"|figura\w*|consta\w*|señala\w*|precisa\w*|dispone\w*|ofrece\w*|contiene\w*|recoge\w*|aborda\w*|dicen?|revela\w*)"
)
_DO = (
    r"(?:encontrar|responder|proporcionar|ayudar\w*|decir\w*|determinar|dar\w*|ofrecer\w*|localizar|identificar|saber"
    r"|contestar|facilitar|acceder|cumplir|hallar|precisar|asistir\w*|compartir|indicar\w*)"
)
_OPENING = r"^(?:(?:lo siento|lamentablemente|desafortunadamente|perdón|pero|disculpe?)\W+){0,3}(?:yo )?"

SPANISH = Language(
    code="es",
    declines={
        "no": rf"""
            {_OPENING}no (?:lo )?s[ée](?:$|[.,;:]| (?:la|cuál|qué|quién|cuándo|cuánt\w+|dónde|cómo|con|exactamente\
                |nada)\b)
            \bno (?:lo |la |los |las |me )?(?:encuentro|encontramos|veo|vemos|localizo|hallo|consta|sabría|alcanzo)\b
            \b(?:pero|porque) no lo s[ée]\b
            ^pero no (?:se )?{_TOLD}\b
            \bno (?:he |hemos )?(?:encontr(?:é|amos|ado)|hall(?:é|ado|amos)|localic\w+|localizado|logr\w+ encontrar)\b
            \bno (?:lo |te |le |me )?(?:puedo|podemos|pude|pudimos|he podido|hemos podido|logré|logro|consigo\
                |conseguí|es posible|soy capaz de|estoy en condiciones de)\b[^.;]{{0,20}}?\b{_DO}\w*
            \bno (?:dispongo|disponemos|tengo|tenemos|cuento|contamos|poseo|hay|existe|existen)\
                \b[^.;]{{0,30}}?\b{_FACT}\b
            \b{_SOURCE}\b[^.;]{{0,40}}?\bno (?:se |lo |me )?(?:\w+mente )?{_TOLD}\b
            \bno se (?:menciona|especifica|indica|proporciona|detalla|conoce|sabe|dispone|precisa|ha (?:mencionado\
                |especificado|encontrado|publicado|revelado))\w*\b
            \bno (?:se )?(?:{_TOLD}|est[áa]n? \w+)\b[^.;]{{0,30}}?\ben (?:los|mis|el|la|mi|sus|las|estos|ning\w+)\
                \b[^.;]{{0,30}}?{_SOURCE}\b
            \bno est[áa]n? (?:disponibles?|mencionad\w+|especificad\w+|documentad\w+|indicad\w+|clar\w+)\b
            \bno (?:aparece|figura|consta)n?(?:$|[.,;]| en [^.;]{{0,30}}?{_SOURCE}\b)
            ^no (?:disponible|especificad\w|mencionad\w|encontrad\w|hay respuesta)\W*$
            ^no tengo (?:ni )?idea\b
        """,
        "ningún ninguna ninguno nada": rf"""
            \bning[úu]n[ao]? (?:\w+ )?(?:de (?:los|las|mis|estos) )?(?:{_FACT}|{_SOURCE})\b
            \bnada (?:al respecto|sobre|en (?:los|mis|el|la))\b
        """,
        "desconozco desconocido desconocida desconocidos desconocidas desconoce": r"""
            \b(?:lo )?desconozco\b
            \bse desconoce\b
            \b(?:es|son|sigue|permanece) desconocid\w+\b
            ^desconocid\w+\W*$
        """,
        "prefiero": r"\bprefiero no\b",
        "falta faltan silencio": rf"""
            \bfaltan?\b[^.;]{{0,30}}\b{_SOURCE}\b
            \bfaltan? (?:ese|esa|este|esta|el|la) {_FACT}\b
            \bguardan? silencio\b
        """,
        "imposible incapaz": r"\b(?:es|resulta|me es) imposible\b|\bsoy incapaz\b",
        "insuficiente falta carece carezco": rf"""
            \b{_FACT} insuficiente\b
            \bfalta de {_FACT}\b
            \bcare(?:ce|zco|cen) de {_FACT}\b
        """,
        "sin": rf"""
            \bsin (?:más )?{_FACT}\b(?: (?:disponible|al respecto|suficiente)|\W*$)
            \b{_SOURCE}\b[^.;]{{0,80}}\bsin (?:indicar|especificar|mencionar|precisar|decir|dar)\b
        """,
    },
    hedges={
        "no": r"""
            \bno (?:estoy|estamos) (?:del todo |completamente |totalmente |muy |tan )?segur\w+\b
            \bno (?:puedo|pude) (?:confirmar|verificar)\w*\b
        """,
        "equivocarme": r"\b(?:puedo|podría) equivocarme\b",
    },
    contrasts=(
        "pero",
        "sin embargo",
        "aunque",
        "no obstante",
        "solo",
        "sólo",
        "sino",
    ),
    guesses=r"""
        probablemente
        posiblemente
        quizás?
        tal vez
        aproximadamente
        alrededor de
        generalmente
        seguramente
        al parecer
        (?:yo )?(?:creo|pienso|supongo|diría|estimo)
        se trata de
        conocimiento general
        la respuesta es
    """,
    conditions=r"\bsi (?:se refiere|te refieres|pregunta)\w*\b",
    fillers=rf"""
        ^(?:según|con base en|en base a|basándome|de acuerdo con|a partir de)\b
        ^(?:(?:pero|sin embargo|solo)\W+){{0,2}}(?:los|mis|el|la|estos|ellos) \
            (?:[\w-]+ ){{0,2}}?{_SOURCE}\b[^.;]{{0,40}}?\b(?:menciona\w*|contiene\w*|trata\w*|describe\w*|habla\w*\
            |incluye\w*|sólo|solo|únicamente)\b
        \b(?:le|te) (?:recomiendo|sugiero|aconsejo)\b
        \b(?:puede|puedes) (?:consultar|contactar|visitar)\b
        \bsi (?:tiene|tienes|necesita)s?\b
    """,
    courtesies=r"""
        ^lo (?:siento|lamento)\b
        ^(?:lamentablemente|desafortunadamente)\W*$
        ^disculp\w+\b
        ^por favor\b
        ^perdón\b
        ^gracias por\b
        ¿?\b(?:puede|puedes|podría|podrías|quiere|quieres|desea|te refieres|se refiere)s?\b[^.]*\?
        ^¿?en qué puedo\b
        ^si (?:tiene|tienes|necesita)s?\b
    """,
    affirmations=r"sí(?=[,.]|\W*$)",
    negations=r"no",
    asks_date=r"""
        \bcuándo\b
        \b(?:en )?(?:qué|cuál) (?:es (?:la |el )?|fue (?:la |el )?)?(?:año|fecha|día|mes|siglo)\b
    """,
    asks_number=r"""
        \bcuánt[oa]s?\b
        \b(?:qué|cuál) (?:es |era )?(?:la |el )?(?:población|número|altura|longitud|edad|precio|superficie)\b
    """,
    asks_name=r"\b(?:quién|quiénes|dónde)\b",
    asks_open=r"^\W*(?:de |en |a |con |por )?(?:qué|cuál(?:es)?|cómo)\b",
    asks_whether=r"^¿?(?:es|son|fue|era|está|están|hay|tiene|puede|ha)\b",
    numbers="""
        cero dos tres cuatro cinco seis siete ocho nueve diez once doce veinte treinta cien ciento mil millón
        millones enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    """,
    stopwords="""
        el la los las un una unos unas de del al y o pero es son era fue ser en con por para sin que qué como
        cómo quien su sus mi mis se lo le les no más muy este esta estos estas ese esa sobre entre yo tú él ella
        ello
    """,
)
