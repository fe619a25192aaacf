"""English. Contractions are expanded before matching: ``can't`` and ``cannot`` arrive as ``can not``."""

from runner.classify.lexicon.language import Language

_SOURCE = (
    r"(?:contexts?|documents?|documentation|passages?|materials?|sources?|texts?|knowledge(?: base)?|records?"
    r"|articles?|results|information|files?|excerpts?|index|content|databases?|corpus|references?|snippets?|archives?"
    r"|transcripts?|resources?|paragraphs?|literature|chunks?|data|handbooks?|manuals?|uploads?|pages?)"
)
_FACT = (
    r"(?:answers?|information|info|details?|data|dates?|days?|months?|years?|numbers?|names?|figures?|values?|amounts?"
    r"|locations?|places?|records?|texts?|contents?|source|title|reason)"
)
_TELL = (
    r"(?:mention|specify|state|contain|include|provide|say|indicate|list|give|cover|address|answer|discuss|reveal"
    r"|disclose|describe|explain|identify|name|detail|refer|show|confirm|offer|support|clarify|tell|have|note|record"
    r"|elaborate|define|supply|report|present|relate|pertain|allow|help|touch|go into|speak)"
)
_TOLD = (
    r"(?:given|provided|included|listed|available|found|present|covered|addressed|described|indicated|contained"
    r"|answered|shown|detailed|named|identified|discussed|explained|noted|recorded|reported|referenced|supported"
    r"|confirmed|part|there)"
)
_DO = (
    r"(?:find|locate|see|answer|provide|tell|say|determine|identify|give|help|assist|offer|access|comply|fulfill?"
    r"|share|discuss|speculate|support|recommend|suggest|endorse|encourage|participate|engage|create|generate|write"
    r"|respond|process|do (?:that|this|so)|retrieve|disclose|condone|promote|guess|infer|deduce|establish|pinpoint"
    r"|ascertain|come across|comment|advise|be able to|continue|complete|satisfy|accept|agree|look up|browse|search"
    r"|know|supply|pin down|work out|figure out|make out|trace|point to|be (?:certain|precise|specific|of help))"
)
_ADVERBS = r"(?:(?:\w+ly|just|still|also|even|really|in good conscience) ){0,2}"
_OPENING = r"^(?:(?:sorry|unfortunately|regrettably|currently|but|however|so)\W+){0,3}"

ENGLISH = Language(
    code="en",
    declines={
        "not dont": rf"""
            \b(?:i|we) {_ADVERBS}(?:do not|dont) {_ADVERBS}(?:know|have [^.;]{{0,40}}?\b(?:information|info|access\
                |knowledge|data|details?|answers?|ideas?|records?|documents?|clue|context|ability|capability|sources?)\
                |have \
                (?:that|this|it|one|anything|enough|any)\b|possess|understand (?:the|your) (?:question|request)\
                |feel comfortable|see (?:any|a|that|this|it)\b|find\b)
            {_OPENING}(?:do not|dont) know(?:\W*$|\W+(?:the|that|this|it|about|for|sorry)\b)
            \b(?:i|we) {_ADVERBS}(?:can|could|did|was|were|will|wo|would|should|must|may|am|are) not {_ADVERBS}{_DO}\b
            \b(?:i|we) (?:am|are|was|were|have) not (?:\w+ ){{0,2}}?(?:able|aware|familiar|allowed|permitted|trained\
                |programmed|designed|in a position|been able|found|been (?:given|provided))\b
            \b(?:assistant|bot|chatbot|system|model|ai) (?:can|could|is|am) not (?:able to )?{_DO}\b
            \b(?:i|we) (?:have |also )?(?:searched|looked|checked|went|tried|reviewed|scanned|read)\
                \b[^.;]{{0,80}}?\b(?:could|did|can) not (?:find|locate|see|identify|come across)\b
            {_OPENING}(?:can|could|did) not {_DO}\b
            {_OPENING}not able to {_DO}\b
            \b{_SOURCE}\b[^.;]{{0,60}}?\b(?:do|does|did|can|could) not {_ADVERBS}(?:seem to |appear to )?{_TELL}\b
            \b(?:it|they|this|that|which) (?:do|does|did) not {_ADVERBS}(?:mention|specify|state|indicate)\b
            \b(?:it|they) (?:do|does|did) not {_ADVERBS}(?:give|provide|contain|include|offer|list) (?:a|an|any|the\
                |enough) (?:[\w-]+ ){{0,3}}?{_FACT}\b
            \b(?:do|does|did) not (?:\w+ly )?(?:appear|occur|exist|feature) (?:\w+ )?(?:in|within|among)\
                \b[^.;]{{0,30}}\b{_SOURCE}\b
            \bnot (?:\w+ly )?(?:in|within|among|part of|from|by) (?:any (?:of )?)?(?:the|my|your|our|these|those) \
                (?:\w+ ){{0,3}}?{_SOURCE}\b
            \bnot (?:\w+ly |yet |been |further ){{0,3}}(?:mentioned|specified|stated|disclosed|documented)\b
            \bnot (?:clearly|reliably|precisely|widely|officially|well|publicly) (?:recorded|known|available\
                |established|announced|released|published|reported)\b
            \bnot (?:\w+ly |yet |further |to be ){{0,3}}{_TOLD}\b[^.;]{{0,30}}\b(?:in|by|within|from|of|among)\
                \b[^.;]{{0,30}}\b{_SOURCE}\b
            \bnot (?:\w+ly |yet )?available(?:$|[.,;)]| (?:to me|here|at this time|at present|in)\b)
            \b{_FACT}\b[^.;]{{0,60}}?\b(?:is|are|was|were|has|have|can|could) not (?:been |be |\w+ly \
                |yet ){{0,2}}(?:present|available|provided|given|found|included|known|clear|recorded|listed|shown\
                |contained|accessible|located|confirmed|there|among|in)\b
            ^(?:\w+ ){{0,4}}{_FACT} not (?:given|known|available|found|provided|present|in)\b
            \b(?:is|are|was) not known(?:$|[.,;)]| (?:to|from|with|in|whether|who|when|where|how|exactly)\b)
            \bnot (?:possible|easy) (?:for me )?to (?:determine|say|tell|answer|know|provide|give|identify|find)\b
            \b(?:can|could) not be (?:\w+ly )?(?:determined|answered|established|inferred|ascertained|deduced\
                |provided|(?:found|located|identified) (?:in|within|from)\b[^.;]{{0,30}}\b{_SOURCE})\b
            \b{_SOURCE}\b[^.;]{{0,40}}\bnot (?:\w+ly )?(?:related|relevant|about|helpful|sufficient|enough)\b
            \b(?:is|are|was) not (?:\w+ly )?clear(?:$|[.,;)]| (?:from|in|to me|whether|who|when|where|how|if|what\
                |which|exactly)\b)
            \bnot (?:enough|sufficient) (?:\w+ ){{0,2}}(?:information|context|data|details?|evidence)\b
            \b(?:would|should|is|am) (?:rather |prefer )?not (?:to )?(?:answer|say|guess|speculate|comment)\b
            \bnot (?:comfortable|willing|going to (?:answer|help|provide))\b
            \bnot within (?:my|the scope)\b
            \b(?:i|we) do not (?:think|believe)\b[^.;]{{0,20}}\b{_SOURCE}\b[^.;]{{0,30}}\b{_TELL}\b
            \bnot something (?:that )?(?:(?:i|we) (?:can|could|am able|have)|(?:the|my|these) (?:\w+ )?{_SOURCE})\b
            \b{_SOURCE}\b[^.;]{{0,60}}\bbut not (?:the|a|any|how|when|who|where|which)\b
            \bnot (?:\w+ly )?(?:appropriate|ethical|acceptable|right|possible)\b[^.;]{{0,40}}?\b(?:for me to|to \
                (?:discuss|provide|suggest|promote|speculate|share|assist|engage|assign|make assumptions|encourage))\b
            \bnot (?:(?:think|believe) (?:that )?(?:it is|it would be) )?(?:\w+ ){{0,2}}?(?:appropriate|ethical\
                |respectful|acceptable|okay)(?: or \w+)? to (?:say|suggest|make|deny|imply)\b
            ^not (?:found|available|known|specified|given|stated|provided|applicable|answerable)\W*$
            ^no,? not (?:present|mentioned|available)
        """,
        "no": rf"""
            \bthere(?: is| are| was| were| seems to be| appears to be) (?:\w+ly )?no \
                (?:[\w-]+ ){{0,4}}(?:information|info|mention|records?|data|details?|reference|references\
                |documentation|answers?|indication|documents?|sources?|results|entry|entries)\b
            {_OPENING}no (?:[\w-]+ ){{0,3}}(?:information|info|data|answers?|results?|records?|mention|details?\
                |match|matches|documents?|source|sources)(?:\W*$|\W? (?:was|were|is|are|has|have|about|on|of|found\
                |available|given|provided|for|in|that|could|can|regarding|matched|match|mentions?|mentioned\
                |contains?|exists?)\b)
            \b(?:i|we) (?:\w+ ){{0,2}}?(?:have|had|found|find|see|could find|possess) (?:\w+ )?no \
                (?:[\w-]+ ){{0,3}}(?:information|info|idea|clue|knowledge|record|records|data|details?|answer|access\
                |way|mention|source|documents?|evidence|reference)\b
            \b(?:has|have|contains?|provides?|includes?|gives?|offers?|shows?|lists?|makes?|with) no \
                (?:\w+ ){{0,3}}(?:information|mention|data|records?|details?|reference|answers?|indication)\b
            \b(?:in|from|of) (?:the|my|your|these) (?:\w+ )?{_SOURCE}\b[^.;]{{0,15}} no \
                (?:\w+ ){{0,3}}(?:information|mention|data|records?|details?|reference|answers?|indication)\b
            \bno (?:such )?(?:[\w-]+ ){{1,3}}(?:in|within|among) (?:the|my|your|our|these) (?:\w+ ){{0,3}}?{_SOURCE}\b
            \bno (?:specific|exact|clear|definitive|further|precise|official|known|other) (?:\w+ ){{0,3}}?(?:is|are\
                |was|were|has been|have been) (?:\w+ly )?(?:mentioned|given|stated|specified|provided|known\
                |available|recorded|listed)\b
            \bno one knows\b
            \b(?:i|we) (?:have |also )?(?:searched|looked|checked|reviewed|read)\b[^.;]{{0,80}}\bfound (?:no|nothing)\b
            \b(?:i|we) (?:have )?(?:found|find|have|see) no {_FACT}\b
            \b{_SOURCE}\b[^.;]{{0,30}}\bof no (?:help|use)\b
            ^no (?:idea|clue|answer|comment)\W*$
            \bno (?:knowledge|information) (?:of|about|on|regarding)\b
        """,
        "none neither nothing nobody nowhere": rf"""
            \b(?:none|neither|nothing) (?:of|in|from|among|about [^.;]{{0,40}} in) (?:any of )?(?:the|these|those|my\
                |our|your)? ?(?:[\w-]+ ){{0,3}}?{_SOURCE}\b
            \bneither (?:\w+ )?{_SOURCE}\b
            \b(?:neither|none) of (?:which|them|these|those|the (?:\w+ )?\w+) (?:\w+ly )?{_TELL}s?\b
            \b(?:have|found|find|know|see) nothing\b
            ^nothing (?:was )?(?:relevant |useful )?(?:found|on|about|in)\b
            \bnobody knows\b
            \bnowhere in\b
        """,
        "unable incapable": rf"""
            \b(?:i|we)(?: am| are| was| were) (?:\w+ ){{0,2}}?(?:unable|incapable)\b
            {_OPENING}unable to {_DO}\b
            \b(?:assistant|bot|chatbot|system|model) is unable\b
        """,
        "unknown unclear undocumented unspecified undisclosed unrecorded unanswerable unavailable uncertain": r"""
            \b(?:is|are|was|were|remains?|still|currently) (?:\w+ly |still |as yet )?(?:unknown|unclear|undocumented\
                |unspecified|undisclosed|unrecorded|unanswerable|unavailable|uncertain)(?:$|[.,;)]| (?:to me|from|in\
                |at|based|because|whether|who|when|where|how|if|exactly|given|as)\b)
            ^(?!the )(?:\w+ ){0,3}(?:unknown|unclear|unspecified|unanswerable|unavailable|undisclosed)\W*$
        """,
        "impossible hard difficult": r"""
            \b(?:impossible|hard|difficult) (?:for me )?to (?:determine|say|tell|answer|know|provide|give|identify\
                |establish|ascertain|pinpoint)\b
        """,
        "lack lacks lacking insufficient inadequate": rf"""
            \b(?:i|we|{_SOURCE})\b[^.;]{{0,30}}\black(?:s|ing)?\b
            \b(?:insufficient|inadequate) (?:\w+ ){{0,2}}(?:information|context|data|details?|evidence)\b
        """,
        "need needed required require": r"""
            (?<!you )\b(?:need|require) (?:more|additional|further) (?:information|context|details?)\b
            \b(?:more|additional|further) (?:information|context|details?) (?:is|are|would be) (?:needed|required)\b
        """,
        "guess guessing speculate speculation speculating": r"""
            \b(?:i|we) (?:would|will|can|could|am|are|must) (?:only |just |merely |be |have to )*\
                (?:guess|guessing|speculate|speculating)\b
            \b(?:is|would be) (?:pure |mere |just )?(?:speculation|guessing)\b
        """,
        "empty blank stumped luck loss escapes": r"""
            \b(?:i|we) (?:\w+ ){0,2}?(?:came up empty|drew a blank|draw a blank|had no luck)\b
            \b(?:i am|we are) (?:\w+ )?(?:stumped|at a loss)\b
            \b(?:escapes me|is beyond me)\b
        """,
        "leave leaves omit omits": rf"""
            \b{_SOURCE}\b[^.;]{{0,40}}\b(?:omits?|leaves? [^.;]{{0,30}}(?:open|unanswered|out))\b
        """,
        "without": rf"""
            \b{_SOURCE}\b[^.;]{{0,60}}\bwithout (?:giving|stating|saying|specifying|mentioning|naming|indicating)\b
        """,
        "limited scarce": r"\binformation\b[^.;]{0,40}\b(?:is|are) (?:\w+ly )?(?:limited|scarce)\b",
        "never": rf"\b{_SOURCE}\b[^.;]{{0,80}}?\bnever {_TELL}\b",
        "fail fails failed silent absent missing": rf"""
            \b{_SOURCE}\b[^.;]{{0,40}}\b(?:fails?|failed) to\b
            \b{_SOURCE}\b[^.;]{{0,40}}\bsilent (?:on|about|as to)\b
            \b(?:absent|missing) from (?:the|my|your|our|these) (?:\w+ ){{0,2}}{_SOURCE}\b
            \b{_FACT}\b[^.;]{{0,30}} (?:is|are) (?:absent|missing)\b
        """,
        "outside beyond": rf"""
            \b(?:outside|beyond) (?:of )?(?:the scope of )?(?:my|the|these|our) (?:\w+ ){{0,2}}?(?:knowledge|scope\
                |capabilit\w+|expertise|{_SOURCE})\b
        """,
        "decline refuse abstain refrain pass rather prefer against violates violate": r"""
            \bi (?:must|have to|need to|will have to|would have to|am going to|will|shall\
                |would)? ?(?:\w+ly )?(?:decline|refuse|abstain|refrain)\b
            \bi (?:will|have to|must) pass\b
            \bi would rather not\b
            \bi prefer not\b
            \b(?:against|violates?) (?:my|our|openai|the|content|ethical) ?(?:\w+ ){0,2}(?:guidelines?|programming\
                |polic\w+|principles?|values|ethics|standards?|rules)\b
            \bdeclin(?:e|ing) to (?:answer|respond|comment)\b
        """,
        "only": r"\b(?:i|we) (?:can|could|am able to) only (?:help|assist|answer|provide|discuss|respond)\b",
        "idk dunno beats n": r"""
            ^(?:idk|dunno|beats me)\b
            \bi dunno\b
            ^n/a\W*$
        """,
    },
    hedges={
        "not": r"""
            \b(?:am|is|are|be) not (?:(?:\w+ly|100 ?%|too|so|quite|at all) )?(?:sure|certain|confident|positive)\b
            ^not (?:\w+ly )?(?:sure|certain)\b
            \bcan not (?:\w+ )?(?:be|say|confirm|verify|guarantee|state|tell|vouch)\b[^.;]{0,30}?\b(?:certain\w*\
                |sure|confidence)\b
            \b(?:can|could) not (?:\w+ly )?(?:be )?(?:confirm|verif|guarantee|double-check)\w*\b
            \bdo not (?:\w+ly )?(?:recall|remember)\b
            \bdo not (?:have|hold) (?:any )?(?:personal|opinions?|beliefs?|feelings?|preferences?)\b
            \bas an? (?:\w+ ){0,2}(?:ai|assistant|model)\b[^.;]{0,60}\bdo not have (?:\w+ ){0,2}(?:access|real-time\
                |ability)\b
        """,
        "wrong mistaken unsure uncertain": r"""
            \b(?:could|may|might) be (?:wrong|mistaken)\b
            \b(?:am|is) (?:\w+ )?(?:unsure|uncertain)\b
            ^unsure\b
        """,
    },
    contrasts=(
        "but",
        "however",
        "nevertheless",
        "nonetheless",
        "although",
        "though",
        "even so",
        "that said",
        "yet",
        "only",
        "still",
    ),
    guesses=r"""
        generally
        general knowledge
        my (?:own |general |best )?(?:knowledge(?! base)|memory|understanding|recollection|estimate)
        training data
        (?:best|educated) guess
        guess(?:ing)?
        probably
        (?:most )?likely
        possibly
        perhaps
        maybe
        presumably
        apparently
        reportedly
        i (?:would |do |can )?(?:believe|think|guess|estimate|assume|suspect|recall|remember|infer)
        approximately
        roughly
        estimated
        circa
        can be inferred
        widely (?:available|known|reported)
        answer (?:is|would be|was)
        answer:
        can (?:tell you|say|confirm) that
    """,
    conditions=r"\bif (?:you|the question|this|that) (?:are |were )?(?:ask|mean|refer)\w*",
    fillers=rf"""
        ^(?:(?:and|but|however|also|instead|while|although|rather|additionally|yet|still|only)\W+){{0,3}}(?:(?:the\
            |my|these|those|some|other|all|most|your|our|its|several|various|certain|available|provided|given|one\
            |none) ){{0,3}}(?:[\w-]+ ){{0,2}}?(?:{_SOURCE}|they|it)\b[^.;]{{0,40}}?\b(?:mentions?|discuss(?:es)?\
            |covers?|lists?|describes?|refers?|talks?|focus(?:es)?|contains?|provides?|includes?|deals?|only|mainly\
            |mostly|primarily|merely|just|relates?|pertains?|do|does|did)\b
        \b(?:important|worth|essential|crucial|best|necessary|recommended|advisable|vital) (?:to|noting|remembering\
            |that|mentioning)\b
        \bi (?:must|should|want to|would like to|need to|have to) (?:\w+ly )?(?:point out|clarify|note|inform\
            |emphasi[sz]e|say|add|stress|remind)\b
        \bas an? (?:\w+ )?(?:ai|assistant|language model)\b
        \bi am (?:just |only )?an? (?:\w+ )?(?:ai|assistant)\b
        ^as of\b
        \b(?:is|are|was|were) (?:only |also )?(?:mentioned|listed|described|discussed|referenced|covered) (?:in|by)\b\
            [^.;]{{0,20}}\b{_SOURCE}\b
        ^(?:based on|according to|as an?)\b
        \bquestion (?:asks|is asking|is about)\b
        \bi understand\b
        \bi am (?:designed|programmed|trained|committed)\b
        \bmy (?:purpose|goal|aim|role|programming)\b
        ^(?:\w+\W+){{0,2}}(?:i|we) (?:would |strongly |highly |can )?(?:suggest|recommend|encourage|advise|urge)\b
        \byou (?:may|might|can|could|should|would|will) (?:also |then |always |easily |need to |want to |have to \
            |try )?(?:check|consult|contact|refer|visit|look|search|reach|seek|find|consider|ask|like|wish|try|call)\b
        \bif you\b
        \blet me know\b
        \bfeel free\b
        \bfor (?:more|further|additional) (?:information|details|help)\b
        \bdetailed records\b
        \b(?:seek|contact|consult|call|reach out)\b
    """,
    courtesies=r"""
        ^(?:(?:and|but|so)\W+)?(?:i am )?(?:so |very |really |deeply )?sorry\b(?=\W*$|,? (?:but|for|that|to|about|i\
            |we|you)\b)
        ^(?:i|we|my) apologi[sz]es?\b
        ^unfortunately\W*$
        ^please (?:reach|contact|provide|check|consult|refer|visit|clarify|specify|rephrase|let|ask|try|share|upload\
            |respond|answer|select|read|give|tell|see|feel|confirm|enter|state|use|choose|indicate)\b
        \b(?:could|can|would|will|do|did|are|have) you\b[^.]*\?\W*$
        ^(?:would you like|is there anything|how (?:can|may) i|may i|shall i)\b
        ^(?:thank you|thanks) (?:for|so)\b
        ^(?:great|good) question\W*$
        ^(?:(?:sure|hello|hi|certainly|of course)\W+)?i (?:am|would be) (?:\w+ )?(?:happy|glad|here) to (?:help\
            |assist)
        ^i will (?:wait|need)\b
        ^i hope\b
        ^let me know\b
        ^feel free\b
        ^if you (?:have|need|would|want|can|could|provide|share|let|upload|give|are looking)\b
    """,
    affirmations=r"""
        yes
        yeah
        yep
        correct
        true
    """,
    negations=r"""
        no
        nope
        false
    """,
    asks_date=r"""
        \bwhen\b
        \b(?:what|which)(?: (?:is|was|were|are))?(?: the)?(?: [\w-]+,?){0,3} (?:years?|dates?|days?|months?|decades?\
            |centur(?:y|ies)|time)\b
        \bbirthday\b
        \bdate of (?:birth|death)\b
    """,
    asks_number=r"""
        \bhow (?:many|much|long|old|far|tall|high|deep|large|big|wide|fast|often|heavy|hot|cold|few|big)\b
        \b(?:what|which)(?: (?:is|was|were|are))?(?: the)?(?: [\w-]+){0,3} (?:number|percentage|percent|population\
            |amount|price|age|length|height|score|weight|size|distance|temperature|duration|cost|total|area|width\
            |depth)\b
    """,
    asks_name=r"\b(?:who|whom|whose|where)\b",
    asks_open=r"\b(?:what|which|why|how)\b",
    asks_whether=r"^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|must|am)\b",
    numbers="""
        zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
        seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand
        million billion dozen once twice first second third fourth fifth sixth seventh eighth ninth tenth half
        january february march april june july august september october november december
    """,
    stopwords="""
        the and that this these those there here with from into onto over under about above below between after
        before for are was were been being has have had having does did doing will would shall should can could
        may might must not but however although though yet while than then them they their theirs his her hers
        him she you your yours our ours its who whom whose which what when where why how all any each both few
        more most other some such only own same very too also just because until during through against again
        further once out off per via according based known called named said generally usually typically likely
        probably perhaps maybe possibly believe think guess knowledge general answer is in of on at to as by an
        it he we my me be do so or if yes no ai therefore thus approximately around roughly about nearly almost
        appears seems specific exact
    """,
)
