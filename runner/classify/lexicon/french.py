"""French."""

from runner.classify.lexicon.language import Language

_SOURCE = (
    r"(?:documents?|sources?|textes?|contextes?|passages?|documentation|base de connaissances|connaissances|articles?"
    r"|extraits?|informations?|données|matériel|fichiers?|contenus?|corpus|index|résultats?|manuel|pages?|dossiers?)"
)
_FACT = (
    r"(?:informations?|mention|réponses?|données?|détails?|précisions?|indications?|résultats?|documents?|sources?|éléments?"
    r"|traces?|renseignements?|référence|idée|date|accès)"
)
_TOLD = (
    r"(?:mentionn\w+|précis\w+|indiqu\w+|disponibles?|fourni\w*|spécifi\w+|connu\w*|donnée?s?|inclus\w*|présent\w*"
    r"|document\w+|révél\w+|abord\w+|cit[ée]\w*|répertori\w+|divulgu\w+|figur\w+|contenu\w*)"
)
_TELL = (
    r"(?:mention|contien|précis|indiqu|donn|fourni|abord|parl|di[st]|spécif|répond|permet|évoqu|révèl|trait|inclu"
    r"|comport|cit)"
)
_NOT = r"(?:pas|aucun\w*|rien|jamais|nulle part|point)"
_DO = (
    r"(?:répondre|trouver|fournir|donner|dire|aider|déterminer|préciser|identifier|savoir|localiser|indiquer|accéder"
    r"|confirmer exactement|partager|assister|satisfaire|traiter)"
)

FRENCH = Language(
    code="fr",
    declines={
        "pas aucun aucune rien jamais nulle point": rf"""
            \b(?:je|j'|nous|on)\b[^.;]{{0,20}}?\b(?:sais|sait|savons|connais|ignore) (?:malheureusement |vraiment \
                |tout simplement )?{_NOT}\b
            \b(?:je|nous) (?:n'|ne )[^.;]{{0,40}}?\b{_NOT}\b[^.;]{{0,40}}?\b(?:{_DO}|trouv\w+|en mesure|capable\
                |{_FACT}|accès)\b
            \b(?:je|nous) (?:n'|ne )\w* ?(?:ai|avons|trouve|trouvons|dispose|disposons|vois|peux|pouvons|puis)\
                \b[^.;]{{0,30}}\b{_NOT}\b
            \b{_SOURCE}\b[^.;]{{0,60}}?\b(?:ne |n')(?:\w+ )?{_TELL}\w*[^.;]{{0,20}}?\b{_NOT}\b
            \b(?:n'(?:est|était)|ne (?:sont|semblent?|figurent?)) {_NOT} (?:encore |\w+ment ){{0,2}}{_TOLD}\b(?! pour)
            \bn'(?:a|ont) {_NOT} été (?:\w+ment )?{_TOLD}\b
            \b{_FACT}\b[^.;]{{0,30}}?\bn'(?:a|ont) {_NOT} été trouv
            \b{_NOT} (?:\w+ment )?(?:mentionn\w+|précis[ée]\w*|indiqué\w*|spécifié\w*)\b
            \b(?:il )?n'(?:y a|existe) (?:pas|aucune?) (?:d'|de |d\w+ )?(?:\w+ )?{_FACT}\b
            \baucune? (?:\w+ )?{_FACT}\b
            \bpas (?:suffisamment |assez )?(?:d'|de )(?:\w+ )?{_FACT}\b
            \b(?:ne|n')[^.;]{{0,30}}?\b{_NOT}\b[^.;]{{0,30}}? dans (?:les|mes|le|la|ma|vos|ces)\
                \b[^.;]{{0,30}}?{_SOURCE}\b
            ^(?:désolé\w*|malheureusement)?\W*(?:je )?(?:sais|connais) pas\b
            ^pas (?:de réponse|trouvé|disponible)\b
        """,
        "muet muets muette muettes manque manquent": rf"""
            \b{_SOURCE}\b[^.;]{{0,20}}\bmuet(?:te)?s?\b
            \bmanqu(?:e|ent)\b[^.;]{{0,30}}\b{_SOURCE}\b
            \b{_FACT}\b[^.;]{{0,20}}\bmanqu(?:e|ent)\b
        """,
        "préfère saurais": r"""
            \bje préfère ne pas\b
            \bje ne saurais\b
        """,
        "incapacité hors": r"""
            \b(?:suis|sommes) (?:\w+ )?dans l'incapacité\b
            \bhors de (?:mon|ma|mes)\b
        """,
        "impossible": r"\bimpossible (?:de|d'|pour moi de)\b",
        "ignore inconnu inconnue inconnus inconnues incapable": r"""
            \bj(?:'|e l')ignore\b
            \b(?:est|sont|reste|demeure)\b[^.;]{0,30}?\binconnue?s?\b
            ^inconnue?s?\W*$
            \bsuis incapable\b
        """,
        "non": r"^(?:information )?non (?:disponible|précisée?|mentionnée?|trouvée?|spécifiée?)\W*$",
        "sans": rf"""
            \bsans (?:plus d'|davantage d'|autres? ){_FACT}\b
            \b{_SOURCE}\b[^.;]{{0,80}}\bsans (?:préciser|indiquer|mentionner|donner|dire)\b
        """,
        "refuse abstenir": r"\bje (?:refuse|préfère m'abstenir|dois (?:refuser|m'abstenir))\b",
    },
    hedges={
        "pas": r"""
            \bpas (?:tout à fait |totalement |entièrement |absolument |complètement )?(?:sûre?|certaine?)\b
            \bpas (?:confirmer|vérifier)\b
        """,
        "tromper": r"\b(?:peux|pourrais) me tromper\b",
    },
    contrasts=(
        "mais",
        "toutefois",
        "cependant",
        "néanmoins",
        "pourtant",
        "seulement",
        "en revanche",
    ),
    guesses=r"""
        probablement
        sans doute
        peut-être
        vraisemblablement
        environ
        possiblement
        généralement
        apparemment
        je (?:crois|pense|suppose|dirais)
        connaissances? générales?
        à ma connaissance
        la réponse est
    """,
    conditions=r"\bsi vous (?:parlez|voulez dire|demandez|faites référence)\b",
    fillers=rf"""
        ^(?:selon|d'après|sur la base|à partir|d'apres|en me basant)\b
        ^(?:(?:mais|cependant|toutefois|seulement)\W+){{0,2}}(?:les|mes|le|la|l'|ces|ils?|elles?\
            ) ?(?:[\w-]+ ){{0,2}}?{_SOURCE}?\b[^.;]{{0,40}}?\b(?:mentionn\w+|contien\w+|trait\w+|décri\w+|parl\w+\
            |port\w+|abord\w+|list\w+|uniquement|seulement)\b
        \b(?:je vous (?:recommande|conseille|suggère|invite)|vous pouvez|n'hésitez pas|si vous|veuillez)\b
    """,
    courtesies=r"""
        ^(?:je suis )?(?:vraiment )?désolée?s?\b
        ^malheureusement\W*$
        ^veuillez\b
        ^n'hésitez\b
        ^merci (?:de|pour)\b
        ^je m'excuse\b
        \b(?:pouvez|pourriez|voulez|souhaitez|avez)-vous\b
        \bpourriez vous\b
        ^(?:puis-je|comment puis-je)\b
        ^si vous\b
    """,
    affirmations=r"oui",
    negations=r"non",
    asks_date=r"""
        \bquand\b
        \bquel(?:le)?s? (?:est la |est l'|\w+ )?(?:année|date|jour|mois|siècle|an)\b
        \bdate de naissance\b
    """,
    asks_number=r"""
        \bcombien\b
        \bquel(?:le)? (?:est |était )?(?:la |le |l')?(?:population|nombre|hauteur|longueur|âge|prix|superficie)\b
    """,
    asks_name=r"\b(?:qui|où)\b",
    asks_open=r"^(?:de |en |à |par )?(?:quel(?:le)?s?|pourquoi|comment|que|quoi)\b",
    asks_whether=r"^est-ce\b|^(?:est|a|était|avait)-t?-?(?:il|elle|ce)\b",
    numbers="""
        zéro deux trois quatre cinq sept huit neuf dix onze douze vingt trente cent cents mille million millions
        janvier février mars avril mai juin juillet août septembre octobre novembre décembre
    """,
    stopwords="""
        le la les un une des du de et ou mais est sont était été dans sur pour par avec sans pas que qui quoi
        dont où je tu il elle nous vous ils elles mon mes ma son ses sa leur leurs ce cet cette ces au aux en ne
        se plus très cependant toutefois probablement environ
    """,
)
