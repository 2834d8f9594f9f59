// Pravidla všech her z police v jednoduchých větách, česky: nejdřív deska a tah, pak cíl, pak to, o co se dá zakopnout.
// Hra, jejíž pravidla možnosti mění, je funkcí zvolených možností.
export default {
  andantino: ({ goal }) => [
    'Uprostřed leží dva kameny, od každého hráče jeden. Střídejte se: přilož kámen své barvy; musí se dotýkat aspoň dvou, které už leží.',
    goal === 'loop'
      ? 'Pět nebo víc tvých kamenů v přímé řadě vyhrává. Vyhrává i uzavřená smyčka tvých kamenů kolem aspoň jednoho cizího, jak byla hra vydána.'
      : 'Pět nebo víc tvých kamenů v přímé řadě vyhrává. Stejně tak ten, kdo uzavře cizí skupinu tak, že kolem ní jsou jen jeho kameny.',
    'Po 48 tazích je remíza.',
  ],
  'atari-go': [
    'Kameny stojí na průsečících. Střídejte se: polož kámen své barvy na prázdný průsečík.',
    'Skupina, které někdo zabere poslední volný sousední průsečík, je zajata. Kdo první něco zajme, vyhrává.',
    'Vlastní skupině nesmíš vzít poslední svobodu, ledaže kámen zajímá. Pasovat nelze.',
  ],
  atoll: [
    'Kolem moře leží osm ostrovů z kamenů, střídavě čtyři každého hráče. Střídejte se: polož kámen své barvy na prázdné pole. Kameny se nikdy neposouvají ani neberou.',
    'Kdo spojí řetězem dva své ostrovy, které leží proti sobě, vyhrává. Řetěz smí vést přes jiný jeho ostrov.',
    'Remíza není.',
  ],
  'bridg-it': [
    'Každý má mřížku bodů, zobrazených jako kameny, a obě mřížky leží přes sebe. Každému patří dvě protější strany desky.',
    'Střídejte se: spoj mostem dva své sousední body, tedy polož kámen na prázdné pole mezi nimi. Každé takové pole leží mezi dvěma body obou hráčů, takže most zabrání tomu, který by ho křížil.',
    'Kdo má řetěz mostů mezi svými dvěma stranami, vyhrává. Remíza není.',
  ],
  catchup: [
    'První hráč položí jeden kámen na prázdné pole šestiúhelníku. Potom je tahem jeden nebo dva kameny tvé barvy; chceš-li po prvním skončit, pasuj.',
    'Jestliže tah zvětší největší skupinu na desce, ať je čí chce, smí další hráč položit až tři kameny, jen v tom jednom tahu.',
    'Je-li deska plná, vyhrává, kdo má největší skupinu. Jsou-li největší stejné, rozhodují druhé největší a tak dál.',
  ],
  chameleon: ({ goal }) => [
    'Každému patří dvě protější strany kosočtverce. Střídejte se: polož kámen jedné nebo druhé barvy na prázdné pole.',
    goal === 'either'
      ? 'Řetěz mezi tvými dvěma stranami vyhrává pro tebe; smí mít kteroukoli z obou barev, jak byla hra vydána. Dokončí-li jeden kámen řetěz pro oba, vyhrává ten, kdo ho položil.'
      : 'Řetěz tvé barvy mezi tvými dvěma stranami vyhrává pro tebe, ať ho dokončí kdokoli.',
  ],
  conhex: [
    'Každému patří dvě protější strany desky. Střídejte se: polož kámen své barvy na prázdný bod.',
    'Pole je tvoje, jakmile jako první držíš polovinu jeho bodů: dva ze tří na kraji, tři z pěti uprostřed, jinde tři ze šesti. Tvoje zůstane.',
    'Kdo spojí své dvě strany řetězem polí, vyhrává. Remíza není.',
  ],
  cross: [
    'Střídejte se: polož kámen své barvy na prázdné pole šestiúhelníku.',
    'Tvoje skupina, která se dotýká tří stran, z nichž žádné dvě nesousedí, vyhrává.',
    'Tvoje skupina, která se dotýká dvou protějších stran a ještě ne tří takových, prohrává.',
  ],
  crossway: [
    'Každému patří dvě protější strany desky; rohy patří oběma. Střídejte se: polož kámen své barvy na prázdné pole.',
    'Žádný kámen nesmí dokončit křížení: čtverec čtyř polí s tvými dvěma kameny na jedné úhlopříčce a dvěma cizími na druhé.',
    'Kameny, které se dotýkají stranou nebo rohem, jsou spojené. Kdo spojí své dvě strany jednou skupinou, vyhrává.',
    'Kdo už nemá kam hrát, o tah přijde. Remíza není.',
  ],
  go: ({ area, komi, half }) => [
    'Kameny stojí na průsečících. Střídejte se: polož kámen své barvy na prázdný průsečík, nebo pasuj.',
    'Skupina, které někdo zabere poslední volný sousední průsečík, je zajata a odchází z desky. Kámen nesmí vzít poslední svobodu vlastní skupině, ledaže zajímá.',
    'Žádná pozice nesmí nastat podruhé.',
    area === 'yes'
      ? 'Když oba po sobě pasovali, každý sečte své kameny na desce a prázdné průsečíky, které obklopují jen jeho kameny. Větší součet vyhrává. Co je mrtvé, zajmi, než pasuješ: potom se už nic neodebírá.'
      : 'Když oba po sobě pasovali, každý sečte zajaté kameny a prázdné průsečíky, které obklopují jen jeho kameny. Větší součet vyhrává. Co je mrtvé, zajmi, než pasuješ: potom se už nic neodebírá.',
    Number(komi) ? `Komi: k součtu hráče 2 se přičte ${komi}.` : null,
    half === 'yes'
      ? 'Při stejném součtu vyhrává hráč 2.'
      : 'Při stejném součtu je remíza.',
  ],
  gonnect: [
    'Kameny stojí na průsečících a zajímají se jako v go. Každému patří dvě protější strany desky.',
    'Kdo spojí své dvě strany jednou skupinou, vyhrává.',
    'Pasovat nelze: kdo nemůže táhnout, prohrává. Žádná pozice nesmí nastat podruhé a kámen nesmí vzít poslední svobodu vlastní skupině, ledaže zajímá.',
  ],
  groups: [
    'Každý má šest kamenů. Střídejte se: táhni jedním svým kamenem na prázdné sousední pole, nebo přeskoč jeden kámen kterékoli barvy na prázdné pole hned za ním.',
    'Nic se nezajímá.',
    'Kdo spojí všechny své kameny do jedné skupiny, stranami a ne jen rohy, vyhrává.',
  ],
  havannah: [
    'Střídejte se: polož kámen své barvy na prázdné pole šestiúhelníku. Kameny se nikdy neposouvají ani neberou. Žádná strana nikomu nepatří.',
    'Vyhrává trojí. Kruh: uzavřená smyčka tvých kamenů kolem aspoň jednoho pole, ať je na něm cokoli. Most: řetěz, který spojuje dva ze šesti rohů. Vidlice: řetěz, který se dotýká tří ze šesti stran; rohy k žádné straně nepatří.',
    'Je-li deska plná a nikdo nic takového nemá, je remíza.',
  ],
  hex: ({ misere }) => [
    'Každému patří dvě protější strany kosočtverce; rohy patří oběma. Střídejte se: polož kámen své barvy na prázdné pole. Kameny se nikdy neposouvají ani neberou.',
    misere === 'yes'
      ? 'Misère: kdo spojí své dvě strany řetězem sousedních kamenů, prohrává.'
      : 'Kdo spojí své dvě strany řetězem sousedních kamenů, vyhrává.',
    'Remíza není: na plné desce má takový řetěz právě jeden hráč.',
  ],
  kanga: ({ repeat }) => [
    'Kameny stojí na průsečících. Střídejte se: polož kámen své barvy na prázdný průsečík. Kameny vedle sebe po čarách tvoří skupinu; strany nepatří nikomu.',
    'Tvůj kámen zajme soupeřovy skupiny, vedle kterých už není prázdný průsečík. Zajme také přímou řadu soupeřových kamenů, po čarách nebo úhlopříčně, která začíná vedle něj a končí u jiného tvého kamene nebo na okraji, jsou-li tři, pět, sedm nebo víc, vždy lichý počet. Kámen, jehož skupina by pak neměla vedle sebe prázdný průsečík, položit nelze.',
    repeat === 'no'
      ? 'Kdo má skupinu, která se dotýká dvou protějších stran, vyhrává. Žádná pozice nesmí nastat podruhé.'
      : 'Kdo má skupinu, která se dotýká dvou protějších stran, vyhrává. Pozice se smějí opakovat.',
  ],
  'kensington-havannah': [
    'Střídejte se: polož kámen své barvy na prázdné pole: šestiúhelník, čtverec nebo trojúhelník. Sousedí i pole, která se dotýkají jen v bodě.',
    'Kruh tvých kamenů, most mezi dvěma z dvanácti rohů nebo vidlice ke třem ze šesti stran vyhrává jako v Havannah.',
  ],
  'lines-of-action': [
    'Střídejte se: táhni jedním svým kamenem po přímce, i šikmo: přesně o tolik polí, kolik na té přímce stojí kamenů obou barev.',
    'Vlastní kameny smíš přeskočit, cizí ne. Skončíš-li na cizím kameni, je zajat.',
    'Kdo má všechny své kameny v jedné skupině, vyhrává; rohy se počítají jako dotyk. Dosáhne-li toho tah pro oba, je remíza.',
  ],
  manalath: [
    'Střídejte se: polož kámen jedné nebo druhé barvy na prázdné pole šestiúhelníku. Žádná skupina nesmí mít víc než pět kamenů.',
    'Na konci tvého tahu skupina právě pěti kamenů tvé barvy vyhrává a skupina právě čtyř prohrává. Máš-li obojí, prohráváš.',
  ],
  nex: [
    'Každému patří dvě protější strany kosočtverce. Kameny jsou tvé, soupeřovy, nebo neutrální; neutrální kámen nepatří nikomu a nic nespojuje.',
    'Tah je jedna ze dvou věcí: polož kámen své barvy a pak neutrální kámen na prázdná pole; nebo si vezmi dva neutrální kameny za vlastní a pak udělej neutrálním jiný svůj kámen, který tu byl už před tahem.',
    'Kdo má na konci tahu své dvě strany spojeny řetězem vlastních kamenů, vyhrává. Když je deska skoro plná a žádný tah nelze dokončit, položí se kámen na poslední prázdné pole; není-li žádné, stane se poslední neutrální kámen vlastním. Někdo tedy vždy vyhraje.',
  ],
  odd: ({ min_group: least }) => [
    'Střídejte se: polož kámen jedné nebo druhé barvy na prázdné pole šestiúhelníku, dokud není plný.',
    `Pak se spočítají skupiny o velikosti ${least} a víc, obě barvy dohromady. Je-li jejich počet lichý, vyhrává hráč 1, jinak hráč 2.`,
  ],
  omega: [
    'Ve svém tahu polož po kameni každé barvy na prázdná pole, svůj i kameny ostatních.',
    'Hra končí, když se na desku už nevejde celé kolo.',
    'Počítá se součin velikostí tvých skupin: skupiny 3, 3 a 2 mají cenu 18. Největší vyhrává.',
  ],
  pentalath: [
    'Střídejte se: polož kámen své barvy na prázdné pole. Skupina, které někdo zabere poslední volné sousední pole, je zajata.',
    'Pět nebo víc tvých kamenů v přímé řadě vyhrává.',
    'Kámen nesmí vzít poslední svobodu vlastní skupině, ledaže zajímá.',
  ],
  'poly-y': [
    'Střídejte se: polož kámen své barvy na prázdné pole pětiúhelníku. Kameny se nikdy neposouvají ani neberou. Žádná strana nikomu nepatří.',
    'Roh je tvůj, když se některá tvoje skupina dotýká obou stran, které se v něm stýkají, a kterékoli třetí. Rohové pole se počítá k oběma svým stranám.',
    'Kdo má tři z pěti rohů, vyhrává. Remíza není.',
  ],
  product: [
    'První hráč položí jeden kámen jedné nebo druhé barvy na prázdné pole šestiúhelníku. Potom jsou tahem dva kameny, každý kterékoli barvy, dokud není deska plná.',
    'Počítá se součin velikostí tvých dvou největších skupin: skupiny 7 a 3 mají cenu 21. Kdo má jedinou skupinu, nemá nic.',
    'Větší součin vyhrává. Jsou-li stejné, vyhrává, kdo má na desce méně kamenů, takže remíza není.',
  ],
  slither: [
    'Každému patří dvě protější strany desky; rohy patří oběma. Kameny stojí na průsečících.',
    'Kdo je na tahu, smí posunout jeden svůj kámen o krok kterýmkoli z osmi směrů na prázdný průsečík. Potom musí položit kámen své barvy na prázdný průsečík.',
    'Na konci tahu se žádné dva tvé kameny nesmějí dotýkat rohem, ledaže vedle obou leží třetí tvůj. Mezitím na tom nezáleží.',
    'Kdo spojí své dvě strany podél čar, vyhrává. Kdo nemůže položit kámen, o tah přijde. Remíza není.',
  ],
  star: [
    'Představ si kolem desky prstenec polí, na která se nehraje. Střídejte se: polož kámen své barvy na prázdné pole, nebo pasuj.',
    'Hvězda je skupina, která se dotýká aspoň tří polí toho prstence. Má cenu jejich počtu bez dvou: vyplatí se tedy okraje dosáhnout často a spojit, co ho dosáhlo.',
    'Když oba po sobě pasovali nebo je deska plná, vyhrává větší součet hvězd. Dohraj, co je otevřené, než pasuješ: kameny se počítají, jak stojí.',
  ],
  tumbleweed: ({ swap, count }) => [
    swap === 'no'
      ? 'Uprostřed šestiúhelníku stojí neutrální věž vysoká dva kameny. Nejdřív první hráč položí na prázdná pole po jednom kameni každé barvy; pak táhne druhý hráč druhou barvou.'
      : 'Uprostřed šestiúhelníku stojí neutrální věž vysoká dva kameny. Nejdřív první hráč položí na prázdná pole po jednom kameni každé barvy; pak si druhý hráč buď výměnou stran vezme první barvu, nebo si nechá druhou. Táhne druhá barva.',
    'Střídejte se v osazování: postav na pole svou věž tak vysokou, kolik tvých věží pole vidí. Pole vidí po svých šesti přímkách až k první věži. Musí vidět aspoň jednu tvou, a stojí-li tam už věž, ať čí je, i tvá, musí být nová vyšší; stará se odebere. Nebo pasuj.',
    count === 'stones'
      ? 'Pasují-li oba po sobě, hra končí. Vyhrává, kdo má věže na víc než polovině všech polí; nemá-li je nikdo, je remíza.'
      : 'Pasují-li oba po sobě, hra končí. Vyhrává, kdo drží víc polí: pole se svou věží a prázdná pole, která vidí víc jeho věží než soupeřových.',
  ],
  twixt: [
    'Každému patří dvě protější krajní řady. Střídejte se: zapíchni kolík své barvy do prázdného otvoru, ale ne do krajních řad soupeře. Rohy deska nemá.',
    'Kolíky jedné barvy vzdálené o tah jezdce, dva otvory jedním směrem a jeden druhým, se hned spojí, ledaže přes ně leží můstek soupeře. Vlastní můstky se křížit smějí; tím se nic nespojí. Můstky zůstávají.',
    'Kdo spojí své dvě krajní řady spojenými kolíky, vyhrává. Nemůže-li nikdo táhnout, je to remíza.',
  ],
  unlur: [
    'Nejdřív oba hráči po jednom pokládají kameny první barvy, ne na okraj šestiúhelníku. Kdo by raději měl tyto kameny, než hrál dál, stiskne „Vzít si tyto kameny“ a od té chvíle hraje první barvou. Druhý hraje druhou barvou a je na tahu.',
    'Potom se střídejte: polož kámen své barvy na kterékoli prázdné pole.',
    'První barva vyhrává jednou skupinou, která se dotýká tří stran, z nichž žádné dvě nesousedí. Druhá barva vyhrává jednou skupinou, která se dotýká dvou protějších stran. Roh patří k oběma svým stranám.',
    'Kdo dosáhne cíle druhého a zároveň ne svého, prohrává. Remíza není.',
  ],
  y: [
    'Střídejte se: polož kámen své barvy na prázdné pole trojúhelníku. Kameny se nikdy neposouvají ani neberou. Žádná strana nikomu nepatří.',
    'Kdo se jednou skupinou dotkne všech tří stran, vyhrává. Rohové pole se počítá k oběma svým stranám.',
    'Remíza není: na plné desce má takovou skupinu právě jeden hráč.',
  ],
  'y-hex': [
    'Kameny stojí na průsečících šestiúhelníku, jehož šest stran tvoří tři dvojité. Střídejte se: polož kámen své barvy na prázdný průsečík.',
    'Kdo se jednou skupinou dotkne všech tří dvojitých stran, vyhrává.',
  ],
  yavalath: [
    'Střídejte se: polož kámen své barvy na prázdné pole šestiúhelníku.',
    'Čtyři nebo víc tvých kamenů v přímé řadě vyhrává. Tři v přímé řadě prohrávají, ledaže týž kámen dokončí i čtyři.',
    'Je-li deska plná a nikdo nevyhrál ani neprohrál, je remíza.',
  ],
};
