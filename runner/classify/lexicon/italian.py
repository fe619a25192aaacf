"""Italian."""

from runner.classify.lexicon.language import Language

_SOURCE = (
    r"(?:document[oi]|font[ei]|test[oi]|contest[oi]|passagg\w+|documentazione|base di conoscenza|articol[oi]|file"
    r"|informazioni|material[ei]|estratt[oi]|dati|contenut[oi]|indice|manuale|pagin[ae])"
)
_FACT = (
    r"(?:informazion[ei]|menzione|rispost[ae]|dat[oi]|dettagl[io]+|risultat[oi]|document[oi]|riferiment[oi]|idea|traccia"
    r"|accesso)"
)
_TOLD = (
    r"(?:menziona\w*|specifica\w*|indica\w*|riporta\w*|disponibil[ei]|forni\w+|not[oaie]|presenta?e?i?|trova\w*|inclus\w+"
    r"|contien\w+|contengono|conten\w+|conosciut\w+|documenta\w+|dic(?:e|ono)|cita\w*|precisa\w*)"
)

ITALIAN = Language(
    code="it",
    declines={
        "non": rf"""
            \bnon (?:lo )?so\b
            \bnon (?:ho|abbiamo) (?:trovato|idea)\b
            \bnon (?:lo )?conosco\b
            \bnon (?:lo |la )?(?:trovo|vedo|saprei)\b
            \bnon (?:ho|abbiamo|c'è|ci sono|dispongo|esistono|risultano)\b[^.;]{{0,30}}?\b{_FACT}\b
            \bnon (?:posso|possiamo|potevo|riesco a|sono in grado di|sono riuscit[oa] a|è possibile|è stato \
                possibile)\b[^.;]{{0,20}}?\b(?:trova\w*|risponde\w*|forni\w+|aiuta\w*|di(?:re|rti|rlo)|determina\w*\
                |da(?:re|rti)|indica\w*|stabili\w*|accede\w*)\b
            \b{_SOURCE}\b[^.;]{{0,40}}?\bnon\b[^.;]{{0,15}}?\b{_TOLD}\b
            \bnon (?:è|viene|sono|vengono|è stat[oa]|risulta) (?:\w+mente )?(?:menzionat|specificat|indicat|riportat\
                |disponibil|not[oa]\b(?! per)|fornit|present|precisat|documentat|chiar)\w*
            ^non (?:disponibile|specificato|noto|trovato|indicato)\W*$
        """,
        "nessuna nessun nessuno nulla niente": rf"""
            \bness\w+ {_FACT}\b
            \b(?:nulla|niente) (?:al riguardo|nei|nelle|in merito)\b
        """,
        "preferisco": r"\bpreferisco non\b",
        "manca mancano": rf"\bmancan?o?\b[^.;]{{0,30}}\b(?:{_SOURCE}|{_FACT})\b",
        "sconosciuto sconosciuta ignoro impossibile": r"""
            \b(?:è|sono|rimane|resta) sconosciut\w+\b
            ^sconosciut\w+\W*$
            \bignoro\b
            \bimpossibile (?:determinare|stabilire|dire|rispondere)\b
        """,
    },
    hedges={
        "non": r"\bnon (?:ne )?(?:sono|siamo) (?:\w+mente |del tutto )?(?:sicur|cert)\w+\b",
    },
    contrasts=(
        "ma",
        "però",
        "tuttavia",
        "sebbene",
        "solo",
    ),
    guesses=r"probabilmente|forse|circa|credo|penso|presumibilmente|generalmente|la risposta è",
    fillers=rf"""
        ^(?:in base|sulla base|secondo|stando)\b
        ^(?:(?:ma|tuttavia|solo)\W+){{0,2}}(?:i|le|gli|il|la|questi|essi) \
            (?:[\w-]+ ){{0,2}}?{_SOURCE}\b[^.;]{{0,40}}?\b(?:menziona\w*|contengono|contiene|tratta\w*|descriv\w+\
            |parla\w*|solo|soltanto)\b
        \bse (?:hai|ha|avete) (?:altre|bisogno)\b
        \b(?:ti|le) (?:consiglio|suggerisco)\b
    """,
    courtesies=r"""
        ^mi (?:di)?spiace\b
        ^purtroppo\W*$
        ^scus\w+\b
        ^per favore\b
        ^se (?:hai|ha)\b
        \b(?:puoi|può|potresti|potrebbe|vuoi|intendi)\b[^.]*\?
    """,
    affirmations=r"sì(?=[,.]|\W*$)",
    negations=r"no",
    asks_date=r"""
        \bquando\b
        \b(?:che|quale|in che|in quale) (?:anno|data|giorno|mese)\b
    """,
    asks_number=r"\bquant[oaie]\b",
    asks_name=r"\b(?:chi|dove)\b",
    asks_open=r"^(?:di |in |a )?(?:che|quale|quali|cosa|perché|come)\b",
    numbers="""
        zero due tre quattro cinque sei sette otto nove dieci cento mille milioni gennaio febbraio marzo aprile
        maggio giugno luglio agosto settembre ottobre novembre dicembre
    """,
    stopwords="""
        il lo la gli le un una uno di del della dei delle da dal in nel nella con per tra e o ma è era fu sono
        ha hanno che chi non si su anche più molto circa forse
    """,
)
