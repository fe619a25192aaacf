"""Portuguese."""

from runner.classify.lexicon.language import Language

_SOURCE = (
    r"(?:documentos?|fontes?|textos?|contextos?|passagens|documentação|base de conhecimentos?|artigos?|arquivos?"
    r"|ficheiros?|informações|material|materiais|trechos?|dados|conteúdos?|índice|manual|páginas?)"
)
_FACT = (
    r"(?:informaç\w+|menção|respostas?|dados?|detalhes?|resultados?|documentos?|referências?|registros?|registos?"
    r"|ideia|acesso|conhecimento)"
)
_TOLD = (
    r"(?:menciona\w*|especifica\w*|indica\w*|fornec\w+|dispon\w+|conhecid\w+|inclu\w+|encontra\w*|consta\w*|cont[ée]m"
    r"|apresenta\w*|cita\w*|diz\w*|documentad\w+|inform\w+|precisa\w*|revela\w*)"
)

PORTUGUESE = Language(
    code="pt",
    declines={
        "não": rf"""
            \bnão (?:o )?sei\b
            \bnão (?:encontrei|encontro|encontramos|vejo|localizo|saberia|achei|localizei)\b
            \bnão (?:há|existem?|tenho|temos|disponho|possuo)\b[^.;]{{0,30}}?\b{_FACT}\b
            \bnão (?:posso|podemos|pude|consigo|consegui|conseguimos|sou capaz de|é possível|foi possível)\
                \b[^.;]{{0,20}}?\b(?:encontrar|responder|fornecer|ajudar|dizer|determinar|dar|indicar|localizar\
                |identificar|acessar|aceder)\b
            \b{_SOURCE}\b[^.;]{{0,40}}?\bnão\b[^.;]{{0,15}}?\b{_TOLD}\b
            \b{_FACT}\b[^.;]{{0,20}}?\bnão (?:foi|foram) encontrad\w+\b
            \bnão (?:foi|foram) encontrad\w+ (?:\w+ )?{_FACT}\b
            \bnão (?:é|está|foi|são|estão) (?:\w+mente )?(?:mencionad|especificad|indicad|disponíve|conhecid\
                |fornecid|informad|documentad|clar)\w*
            \bnão (?:consta|aparece|figura)m?\b
            ^não (?:disponível|especificado|informado|encontrado)\W*$
        """,
        "nenhuma nenhum nada": rf"\bnenhum\w* {_FACT}\b|\bnada (?:sobre|nos|a respeito)\b",
        "prefiro": r"\bprefiro não\b",
        "falta faltam": rf"\bfaltam?\b[^.;]{{0,30}}\b(?:{_SOURCE}|{_FACT})\b",
        "desconheço desconhecido desconhecida desconhece impossível": r"""
            \bdesconheço\b
            \bdesconhece-se\b
            \b(?:é|são|permanece) desconhecid\w+\b
            ^desconhecid\w+\W*$
            \bimpossível (?:determinar|dizer|saber)\b
        """,
    },
    hedges={
        "não": r"\bnão (?:tenho (?:a )?certeza|estou (?:\w+mente )?(?:cert|segur)\w+)\b",
    },
    contrasts=(
        "mas",
        "porém",
        "no entanto",
        "contudo",
        "todavia",
        "embora",
        "apenas",
    ),
    guesses=r"""
        provavelmente
        talvez
        possivelmente
        aproximadamente
        cerca de
        acho
        creio
        acredito
        geralmente
        a resposta é
    """,
    fillers=rf"""
        ^(?:com base|segundo|de acordo|conforme)\b
        ^(?:(?:mas|porém|apenas)\W+){{0,2}}(?:os|as|o|a|meus|estes|eles) \
            (?:[\w-]+ ){{0,2}}?{_SOURCE}\b[^.;]{{0,40}}?\b(?:menciona\w*|cont[ée]m|trata\w*|descreve\w*|fala\w*\
            |apenas|somente)\b
        \bse (?:você )?(?:tiver|precisar)\b
        \brecomendo\b
        \bsugiro\b
    """,
    courtesies=r"""
        ^(?:desculp\w+|lamento|sinto muito|infelizmente\W*$|por favor|se (?:você )?(?:tiver|precisar))\b
        \b(?:pode|poderia|quer|você)\b[^.]*\?
    """,
    affirmations=r"sim",
    negations=r"não",
    asks_date=r"""
        \bquando\b
        \b(?:que|qual) (?:é a |foi o |é o )?(?:ano|data|dia|mês|século)\b
    """,
    asks_number=r"\bquant[oa]s?\b",
    asks_name=r"\b(?:quem|onde)\b",
    asks_open=r"^(?:de |em |a |por )?(?:que|qual|quais|como)\b",
    numbers="""
        zero dois três quatro cinco seis sete oito nove dez cem mil milhão milhões janeiro fevereiro março abril
        maio junho julho agosto setembro outubro novembro dezembro
    """,
    stopwords="""
        o a os as um uma de do da dos das em no na nos nas com por para e ou mas é era foi são que quem não se
        mais muito cerca ele ela
    """,
)
