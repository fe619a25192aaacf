"""German. Umlauts may come as ae, oe, ue."""

from runner.classify.lexicon.language import Language

_SOURCE = (
    r"(?:unterlagen?|dokument\w*|text\w*|quellen?|kontext\w*|wissensdatenbank|wissensbasis|datenbank|material\w*"
    r"|informationen|passagen?|artikel\w*|ausz(?:ue|ü)g\w*|angaben|daten|abschnitt\w*|datei\w*|handbuch|index|inhalt\w*)"
)
_FACT = (
    r"(?:informationen?|infos?|angaben?|hinweise?|antwort(?:en)?|daten|ergebnisse?|details|auskunft|auskuenfte|eintr(?:ae|ä)g\w*"
    r"|erw(?:ae|ä)hnung|kenntnis\w*|belege?|quellen?|anhaltspunkte?|aussagen?|m(?:ö|oe)glichkeit|unterlagen|dokumente?|treffer|zugriff|ahnung)"
)
_TOLD = (
    r"(?:angegeben|erw(?:ae|ä)hnt|genannt|bekannt|enthalten|aufgef(?:ue|ü)hrt|verf(?:ue|ü)gbar|vermerkt|dokumentiert"
    r"|zu finden|zu entnehmen|ersichtlich|beschrieben|verzeichnet|festgehalten"
    r"|spezifiziert|hinterlegt|(?:ue|ü)berliefert|eindeutig)"
)
_DO = (
    r"(?:finden|beantworten|sagen|helfen|nennen|angeben|geben|liefern|ermitteln|feststellen|entnehmen|weiterhelfen"
    r"|bestimmen|bereitstellen|unterst(?:ue|ü)tzen|machen|erkennen|mitteilen|eingehen|dienen|herausfinden|ausfindig)"
)

GERMAN = Language(
    code="de",
    declines={
        "nicht nichts": rf"""
            \bwei(?:ss|ß) (?:ich )?(?:es |das |die antwort |leider |dazu |dar(?:ue|ü)ber |aber )*(?:nicht|nichts)\b
            \b(?:kann|konnte|koennte|könnte|k(?:ö|oe)nnen|konnten|darf|werde|m(?:ö|oe)chte) (?:ich|wir)\
                \b[^.;]{{0,80}}?\bnichts?\b[^.;]{{0,60}}?\b{_DO}\b
            \b(?:ich|wir) (?:kann|konnte|k(?:ö|oe)nnen|konnten|darf|werde|habe|haben|m(?:ö|oe)chte)\
                \b[^.;]{{0,80}}?\bnichts?\b[^.;]{{0,60}}?\b(?:{_DO}|gefunden)\b
            \b(?:habe|haben|finde|finden) (?:ich|wir)\b[^.;]{{0,60}}?\bnichts?\b
            \b(?:ich|wir) (?:finde|finden|wissen|weiss|weiß)\b[^.;]{{0,40}}?\bnichts?\b
            \bnicht (?:\w+ ){{0,2}}?{_TOLD}\b
            \bgeht\b[^.;]{{0,80}}?\bnicht hervor\b
            \bliegt\b[^.;]{{0,30}}?\bnicht vor\b
            \bliegen\b[^.;]{{0,30}}?\bnicht vor\b
            \bnicht in (?:den|meinen|der|dem|meiner|meinem|unseren|diesen)\b[^.;]{{0,40}}?\b{_SOURCE}\b
            \b{_SOURCE}\b[^.;]{{0,80}}?\b(?:nennen|nennt|erw(?:ae|ä)hn\w+|sagen|sagt|enthalten|enth(?:ae|ä)lt|geben\
                |gibt|verraten|beantworten)\b[^.;]{{0,60}}?\bnichts?\b
            \b{_FACT}\b[^.;]{{0,40}}?\bnicht (?:gefunden|vorhanden|belegt)\b
            \bl(?:ä|ae)sst sich\b[^.;]{{0,40}}?\bnicht {_DO}\b
            \b(?:mir|es|uns) (?:ist|war) [^.;]{{0,20}}?\bnicht m(?:ö|oe)glich\b
            \bbin nicht in der lage\b
            ^leider nicht\b
            \bkann [^.;]{{0,60}}?\bnicht (?:beantwortet|bestimmt|festgestellt|ermittelt) werden\b
            \bnichts (?:dazu|dar(?:ue|ü)ber|hier(?:zu|(?:ue|ü)ber))\b
            \b(?:dazu|dar(?:ue|ü)ber|hierzu)\b[^.;]{{0,40}}\bnichts\b
        """,
        "kein keine keinen keiner keinerlei": rf"""
            \b(?:ich|wir)\b[^.;]{{0,80}}\bkeine?[nrs]? (?:\w+ ){{0,2}}(?:gefunden|finden|ermitteln|entnehmen)\b
            \bkein(?:e|en|er|erlei)? (?:[\w-]+ ){{0,2}}?{_FACT}\b
        """,
        "unbekannt unklar unmoglich unmoeglich": r"""
            \b(?:ist|sind|war|bleibt|mir)\b[^.;]{0,40}?\b(?:unbekannt|unklar)\b
            ^(?:unbekannt|unklar)\W*$
            \bunm(?:ö|oe)glich zu\b
        """,
        "entzieht überfragt ueberfragt passen schweigen schweigt": rf"""
            \bentzieht sich meiner kenntnis\b
            \b(?:ü|ue)berfragt\b
            \bmuss ich (?:\w+ )?passen\b
            \b{_SOURCE}\b[^.;]{{0,30}}\bschweig(?:en|t)\b
        """,
        "raten spekulieren mutmaßen": r"\bnicht (?:raten|spekulieren|mutmaßen)\b",
        "offen": r"\b(?:bleibt|lassen|l(?:ä|ae)sst)\b[^.;]{0,40}\boffen\b",
        "ohne": rf"""
            \bohne (?:weitere|n(?:ae|ä)here|zus(?:ae|ä)tzliche) {_FACT}\b
            \b{_SOURCE}\b[^.;]{{0,80}}\bohne\b[^.;]{{0,60}}\bzu (?:nennen|erwähnen)\b
            \b{_SOURCE}\b[^.;]{{0,80}}\bohne\b[^.;]{{0,60}}\banzugeben\b
        """,
        "fehlen fehlt": rf"\bfehl(?:en|t)\b[^.;]{{0,30}}?\b{_FACT}\b|\b{_FACT}\b[^.;]{{0,30}}?\bfehl(?:en|t)\b",
    },
    hedges={
        "nicht": r"""
            \bnicht (?:ganz |absolut |v(?:ö|oe)llig |hundertprozentig |so )?(?:sicher|gewiss)\b
            \bnicht mit (?:sicherheit|gewissheit)\b
            \bnicht (?:best(?:ae|ä)tigen|(?:ue|ü)berpr(?:ue|ü)fen)\b
        """,
        "unsicher irren": r"\bbin (?:mir )?(?:\w+ )?unsicher\b|\birren\b",
    },
    contrasts=(
        "aber",
        "jedoch",
        "doch",
        "allerdings",
        "dennoch",
        "trotzdem",
        "nur",
        "sondern",
    ),
    guesses=r"""
        wahrscheinlich
        vermutlich
        m(?:ö|oe)glicherweise
        vielleicht
        wohl
        ungef(?:ae|ä)hr
        etwa
        circa
        rund
        angeblich
        allgemein(?:es|em|en|er)? (?:wissen|bekannt)
        (?:ich )?(?:glaube|denke|meine|vermute|sch(?:ae|ä)tze)
        meines wissens
        nach meinem wissen
        es d(?:ü|ue)rfte
        antwort (?:lautet|ist)
    """,
    conditions=r"\b(?:falls|wenn) (?:sie|du|damit) [^,]*\b(?:mein|frag)\w+",
    fillers=rf"""
        ^(?:laut|gemäß|nach|anhand|auf (?:der )?(?:basis|grundlage)|basierend auf|aufgrund)\b
        ^(?:(?:aber|jedoch|nur|sie|es)\W+){{0,2}}(?:die|meine|das|der|diese|andere\
            |einige)? ?(?:[\w-]+ ){{0,2}}?(?:{_SOURCE}|sie)\b[^.;]{{0,40}}?\b(?:erw(?:ae|ä)hn\w+|enth(?:ae|a)lt\w*\
            |enthalten|behandel\w+|nenn\w+|beschreib\w+|nur|lediglich)\b
        \b(?:ich empfehle|wenden sie sich|falls sie|wenn sie|sie k(?:ö|oe)nnen|bitte|gerne?)\b
    """,
    courtesies=r"""
        ^(?:es )?tut mir leid\b
        ^leider\W*$
        ^entschuldig\w+\b
        ^bitte (?:wenden|nennen|geben|pr(?:ae|ä)zisieren|stellen|kontaktieren)\b
        \b(?:k(?:ö|oe)nnen|k(?:ö|oe)nnten|meinen|m(?:ö|oe)chten|wollen|haben) sie\b[^.]*\?
        \b(?:kannst|k(?:ö|oe)nntest|meinst|m(?:ö|oe)chtest) du\b[^.]*\?
        ^(?:kann|darf|soll) ich\b
        ^wie kann ich\b
        ^(?:vielen )?dank f(?:ue|ü)r\b
        ^gerne? helfe\b
        ^(?:falls|wenn) sie\b
    """,
    affirmations=r"ja",
    negations=r"nein",
    asks_date=r"""
        \bwann\b
        \b(?:welche[mnrs]?|im welchem) (?:\w+ )?(?:jahr|datum|tag|monat|jahrhundert)\w*\b
        \bgeburtsdatum\b
    """,
    asks_number=r"""
        \bwie (?:viel|viele|lang|lange|alt|hoch|gross|weit|tief|schwer|breit|oft)\b
        \b(?:anzahl|einwohnerzahl)\b
    """,
    asks_name=r"\b(?:wer|wen|wem|wessen|wo|wohin|woher)\b",
    asks_open=r"^(?:\w+ )?(?:welche[mnrs]?|was|warum|wieso|wie)\b",
    asks_whether=r"""
        ^(?:ist|sind|war|waren|hat|haben|hatte|hatten|kann|k(?:ö|oe)nnen|wird|wurde|gibt|gab|darf|muss|soll)\b
    """,
    numbers="""
        null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf hundert tausend million millionen
        januar februar märz mai juni juli august september oktober november dezember
    """,
    stopwords="""
        der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren wird wurde hat
        haben nicht mit von aus bei nach vor zum zur für auf als auch nur noch schon dass sich sie ich mir mich
        wir uns ihr ihre sein seine dazu darüber jedoch allerdings wahrscheinlich vermutlich vielleicht etwa
        ungefähr leider im am an in es er zu so wie was wer wo wann
    """,
)
