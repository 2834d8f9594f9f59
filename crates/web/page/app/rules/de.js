// Die Regeln aller Spiele im Regal in einfachen Sätzen, auf Deutsch: zuerst Brett und Zug, dann das Ziel, dann worüber man stolpern kann.
// Ein Spiel, dessen Regeln die Optionen ändern, ist eine Funktion der gewählten Optionen.
export default {
  andantino: ({ goal }) => [
    'In der Mitte liegen zwei Steine, einer von jedem. Leg reihum einen Stein deiner Farbe an; er muss mindestens zwei berühren, die schon liegen.',
    goal === 'loop'
      ? 'Fünf oder mehr deiner Steine in gerader Reihe gewinnen. Ebenso eine geschlossene Schleife deiner Steine um mindestens einen feindlichen, wie das Spiel veröffentlicht wurde.'
      : 'Fünf oder mehr deiner Steine in gerader Reihe gewinnen. Ebenso, wer eine feindliche Gruppe so einschließt, dass nur eigene Steine um sie liegen.',
    'Nach 48 Zügen ist das Spiel unentschieden.',
  ],
  'atari-go': [
    'Die Steine stehen auf den Kreuzungen. Setze reihum einen Stein deiner Farbe auf eine leere.',
    'Eine Gruppe, deren letzte freie Nachbarkreuzung besetzt wird, ist gefangen. Wer zuerst etwas fängt, gewinnt.',
    'Du darfst deiner eigenen Gruppe nicht die letzte Freiheit nehmen, außer der Stein fängt. Passen ist nicht erlaubt.',
  ],
  atoll: [
    'Um das Meer liegen acht Inseln aus Steinen, abwechselnd vier von jedem. Setze reihum einen Stein deiner Farbe auf ein leeres Feld. Steine werden nie bewegt oder gefangen.',
    'Wer zwei seiner Inseln, die einander gegenüberliegen, mit einer Kette verbindet, gewinnt. Die Kette darf über eine andere seiner Inseln führen.',
    'Ein Unentschieden gibt es nicht.',
  ],
  'bridg-it': [
    'Jeder hat ein Gitter von Punkten, gezeigt als Steine, und die beiden liegen übereinander. Jedem gehören zwei gegenüberliegende Seiten des Bretts.',
    'Verbinde reihum zwei deiner benachbarten Punkte mit einer Brücke: setze einen Stein auf das leere Feld zwischen ihnen. Jedes solche Feld liegt zwischen zwei Punkten von beiden Spielern, also verhindert eine Brücke die, die sie kreuzen würde.',
    'Wer eine Kette von Brücken zwischen seinen beiden Seiten hat, gewinnt. Ein Unentschieden gibt es nicht.',
  ],
  catchup: [
    'Der erste Spieler setzt einen Stein auf ein leeres Feld des Sechsecks. Danach besteht ein Zug aus einem oder zwei Steinen deiner Farbe; passe, um nach dem ersten aufzuhören.',
    'Macht ein Zug die größte Gruppe auf dem Brett größer, wem immer sie gehört, darf der nächste Spieler bis zu drei Steine setzen, nur in diesem einen Zug.',
    'Ist das Brett voll, gewinnt, wer die größte Gruppe hat. Sind die größten gleich, entscheiden die zweitgrößten, und so weiter.',
  ],
  chameleon: ({ goal }) => [
    'Jedem gehören zwei gegenüberliegende Seiten der Raute. Setze reihum einen Stein einer der beiden Farben auf ein leeres Feld.',
    goal === 'either'
      ? 'Eine Kette zwischen deinen beiden Seiten gewinnt für dich; sie darf jede der beiden Farben haben, wie das Spiel veröffentlicht wurde. Schließt ein Stein für beide eine, gewinnt, wer ihn setzte.'
      : 'Eine Kette deiner Farbe zwischen deinen beiden Seiten gewinnt für dich, wer immer sie schließt.',
  ],
  conhex: [
    'Jedem gehören zwei gegenüberliegende Seiten des Bretts. Setze reihum einen Stein deiner Farbe auf einen leeren Punkt.',
    'Ein Feld gehört dir, sobald du als Erster die Hälfte seiner Punkte hältst: zwei von drei am Rand, drei von fünf in der Mitte, sonst drei von sechs. Es bleibt deines.',
    'Wer seine beiden Seiten mit einer Kette von Feldern verbindet, gewinnt. Ein Unentschieden gibt es nicht.',
  ],
  cross: [
    'Setze reihum einen Stein deiner Farbe auf ein leeres Feld des Sechsecks.',
    'Eine deiner Gruppen, die drei Seiten berührt, von denen keine zwei benachbart sind, gewinnt.',
    'Eine deiner Gruppen, die zwei gegenüberliegende Seiten berührt und noch nicht drei solche, verliert.',
  ],
  crossway: [
    'Jedem gehören zwei gegenüberliegende Seiten des Bretts; die Ecken gehören beiden. Setze reihum einen Stein deiner Farbe auf ein leeres Feld.',
    'Kein Stein darf eine Kreuzung schließen: ein Quadrat aus vier Feldern mit zwei deiner Steine auf der einen Diagonale und zwei feindlichen auf der anderen.',
    'Steine, die sich an einer Kante oder einer Ecke berühren, sind verbunden. Wer seine beiden Seiten mit einer Gruppe verbindet, gewinnt.',
    'Wer auf kein Feld mehr setzen kann, setzt aus. Ein Unentschieden gibt es nicht.',
  ],
  go: ({ area, komi, half }) => [
    'Die Steine stehen auf den Kreuzungen. Setze reihum einen Stein deiner Farbe auf eine leere, oder passe.',
    'Eine Gruppe, deren letzte freie Nachbarkreuzung besetzt wird, ist gefangen und kommt vom Brett. Ein Stein darf der eigenen Gruppe nicht die letzte Freiheit nehmen, außer er fängt.',
    'Keine Stellung darf ein zweites Mal entstehen.',
    area === 'yes'
      ? 'Haben beide nacheinander gepasst, zählt jeder seine Steine auf dem Brett und die leeren Kreuzungen, die nur seine Steine umgeben. Die größere Summe gewinnt. Fange, was tot ist, bevor du passt: danach wird nichts mehr entfernt.'
      : 'Haben beide nacheinander gepasst, zählt jeder die gefangenen Steine und die leeren Kreuzungen, die nur seine Steine umgeben. Die größere Summe gewinnt. Fange, was tot ist, bevor du passt: danach wird nichts mehr entfernt.',
    Number(komi) ? `Komi: Zur Summe von Spieler 2 kommt ${komi} dazu.` : null,
    half === 'yes'
      ? 'Bei gleichen Summen gewinnt Spieler 2.'
      : 'Bei gleichen Summen ist das Spiel unentschieden.',
  ],
  gonnect: [
    'Die Steine stehen auf den Kreuzungen und werden wie im Go gefangen. Jedem gehören zwei gegenüberliegende Seiten des Bretts.',
    'Wer seine beiden Seiten mit einer Gruppe verbindet, gewinnt.',
    'Passen ist nicht erlaubt: wer nicht ziehen kann, verliert. Keine Stellung darf ein zweites Mal entstehen, und ein Stein darf der eigenen Gruppe nicht die letzte Freiheit nehmen, außer er fängt.',
  ],
  groups: [
    'Jeder hat sechs Steine. Zieh reihum einen deiner Steine auf ein leeres Nachbarfeld, oder spring über einen Stein einer der beiden Farben auf das leere Feld gleich dahinter.',
    'Gefangen wird nichts.',
    'Wer alle seine Steine zu einer Gruppe vereint, Seite an Seite und nicht nur über Ecken, gewinnt.',
  ],
  havannah: [
    'Setze reihum einen Stein deiner Farbe auf ein leeres Feld des Sechsecks. Steine werden nie bewegt oder gefangen. Keine Seite gehört jemandem.',
    'Dreierlei gewinnt. Ein Ring: eine geschlossene Schleife deiner Steine um mindestens ein Feld, was immer darauf ist. Eine Brücke: eine Kette, die zwei der sechs Ecken verbindet. Eine Gabel: eine Kette, die drei der sechs Seiten berührt; Ecken gehören zu keiner Seite.',
    'Ist das Brett voll und niemand hat eines davon, ist das Spiel unentschieden.',
  ],
  hex: ({ misere }) => [
    'Jedem gehören zwei gegenüberliegende Seiten der Raute; die Ecken gehören beiden. Setze reihum einen Stein deiner Farbe auf ein leeres Feld. Steine werden nie bewegt oder gefangen.',
    misere === 'yes'
      ? 'Misère: Wer seine beiden Seiten mit einer Kette benachbarter Steine verbindet, verliert.'
      : 'Wer seine beiden Seiten mit einer Kette benachbarter Steine verbindet, gewinnt.',
    'Ein Unentschieden gibt es nicht: auf dem vollen Brett hat genau einer eine solche Kette.',
  ],
  kanga: ({ repeat }) => [
    'Steine stehen auf den Kreuzungen. Setzt reihum einen Stein eurer Farbe auf eine leere Kreuzung. Steine, die entlang der Linien benachbart sind, bilden eine Gruppe; die Seiten gehören niemandem.',
    'Dein Stein fängt gegnerische Gruppen, neben denen keine leere Kreuzung mehr ist. Er fängt auch eine gerade Reihe gegnerischer Steine, entlang der Linien oder schräg, die neben ihm beginnt und an einem anderen Stein von dir oder am Rand endet, wenn es drei, fünf, sieben oder mehr sind, immer eine ungerade Zahl. Ein Stein, dessen Gruppe danach keine leere Kreuzung neben sich hätte, kann nicht gesetzt werden.',
    repeat === 'no'
      ? 'Wer eine Gruppe hat, die zwei gegenüberliegende Seiten berührt, gewinnt. Keine Stellung darf ein zweites Mal entstehen.'
      : 'Wer eine Gruppe hat, die zwei gegenüberliegende Seiten berührt, gewinnt. Stellungen dürfen wiederkehren.',
  ],
  'kensington-havannah': [
    'Setze reihum einen Stein deiner Farbe auf ein leeres Feld: ein Sechseck, ein Quadrat oder ein Dreieck. Felder, die sich nur in einem Punkt berühren, sind auch benachbart.',
    'Ein Ring deiner Steine, eine Brücke zwischen zwei der zwölf Ecken oder eine Gabel an drei der sechs Seiten gewinnt, wie in Havannah.',
  ],
  'lines-of-action': [
    'Zieh reihum einen deiner Steine in gerader Linie, auch schräg: genau so viele Felder, wie auf dieser Linie Steine beider Farben stehen.',
    'Eigene Steine darfst du überspringen, feindliche nicht. Landest du auf einem feindlichen Stein, ist er gefangen.',
    'Wer alle seine Steine in einer Gruppe hat, gewinnt; Ecken gelten als Berührung. Erreicht ein Zug das für beide, ist das Spiel unentschieden.',
  ],
  manalath: [
    'Setze reihum einen Stein einer der beiden Farben auf ein leeres Feld des Sechsecks. Keine Gruppe darf mehr als fünf Steine haben.',
    'Am Ende deines Zuges gewinnt eine Gruppe von genau fünf Steinen deiner Farbe, und eine von genau vier verliert. Hast du beides, verlierst du.',
  ],
  nex: [
    'Jedem gehören zwei gegenüberliegende Seiten der Raute. Steine gehören dir, dem anderen, oder sie sind neutral; ein neutraler Stein gehört niemandem und verbindet nichts.',
    'Ein Zug ist eines von beiden: setze einen Stein deiner Farbe und dann einen neutralen auf leere Felder; oder mach zwei neutrale Steine zu deinen und dann einen anderen deiner Steine, der vor dem Zug schon da war, neutral.',
    'Wer am Ende eines Zuges seine beiden Seiten mit einer Kette eigener Steine verbunden hat, gewinnt. Ist das Brett fast voll und kein Zug mehr zu beenden, kommt ein Stein auf das letzte leere Feld; gibt es keines, wird der letzte neutrale Stein zum eigenen. So gewinnt immer jemand.',
  ],
  odd: ({ min_group: least }) => [
    'Setze reihum einen Stein einer der beiden Farben auf ein leeres Feld des Sechsecks, bis es voll ist.',
    `Dann werden die Gruppen von mindestens ${least} Steinen gezählt, beide Farben zusammen. Ist die Zahl ungerade, gewinnt Spieler 1, sonst Spieler 2.`,
  ],
  omega: [
    'In deinem Zug setzt du einen Stein jeder Farbe auf leere Felder, deinen und die der anderen.',
    'Das Spiel endet, wenn keine ganze Runde mehr aufs Brett passt.',
    'Es zählt das Produkt der Größen deiner Gruppen: Gruppen von 3, 3 und 2 sind 18 wert. Das größte gewinnt.',
  ],
  pentalath: [
    'Setze reihum einen Stein deiner Farbe auf ein leeres Feld. Eine Gruppe, deren letztes freies Nachbarfeld besetzt wird, ist gefangen.',
    'Fünf oder mehr deiner Steine in gerader Reihe gewinnen.',
    'Ein Stein darf der eigenen Gruppe nicht die letzte Freiheit nehmen, außer er fängt.',
  ],
  'poly-y': [
    'Setze reihum einen Stein deiner Farbe auf ein leeres Feld des Fünfecks. Steine werden nie bewegt oder gefangen. Keine Seite gehört jemandem.',
    'Eine Ecke gehört dir, wenn eine deiner Gruppen beide Seiten berührt, die dort zusammentreffen, und irgendeine dritte. Ein Eckfeld zählt zu beiden seiner Seiten.',
    'Wer drei der fünf Ecken hat, gewinnt. Ein Unentschieden gibt es nicht.',
  ],
  product: [
    'Der erste Spieler setzt einen Stein einer der beiden Farben auf ein leeres Feld des Sechsecks. Danach besteht ein Zug aus zwei Steinen, jeder von beliebiger Farbe, bis das Brett voll ist.',
    'Es zählt das Produkt der Größen deiner zwei größten Gruppen: Gruppen von 7 und 3 sind 21 wert. Wer nur eine Gruppe hat, hat nichts.',
    'Das größere Produkt gewinnt. Sind sie gleich, gewinnt, wer weniger Steine auf dem Brett hat; ein Unentschieden gibt es also nicht.',
  ],
  slither: [
    'Jedem gehören zwei gegenüberliegende Seiten des Bretts; die Ecken gehören beiden. Die Steine stehen auf den Kreuzungen.',
    'Wer am Zug ist, darf einen seiner Steine einen Schritt in eine der acht Richtungen auf eine leere Kreuzung ziehen. Dann muss er einen Stein seiner Farbe auf eine leere Kreuzung setzen.',
    'Am Ende des Zugs dürfen sich keine zwei deiner Steine über eine Ecke berühren, außer ein dritter von dir liegt neben beiden. Dazwischen ist es gleich.',
    'Wer seine beiden Seiten entlang der Linien verbindet, gewinnt. Wer keinen Stein setzen kann, setzt aus. Ein Unentschieden gibt es nicht.',
  ],
  star: [
    'Denk dir um das Brett einen Ring von Feldern, auf die niemand setzt. Setze reihum einen Stein deiner Farbe auf ein leeres Feld, oder passe.',
    'Ein Stern ist eine Gruppe, die mindestens drei Felder dieses Rings berührt. Er zählt deren Zahl weniger zwei: es lohnt also, den Rand oft zu erreichen und zu verbinden, was ihn erreicht.',
    'Haben beide nacheinander gepasst oder ist das Brett voll, gewinnt die größere Summe der Sterne. Spiele aus, was offen ist, bevor du passt: die Steine zählen, wie sie stehen.',
  ],
  tumbleweed: ({ swap, count }) => [
    swap === 'no'
      ? 'In der Mitte des Sechsecks steht ein neutraler Turm, zwei Steine hoch. Zuerst setzt der erste Spieler je einen Stein jeder Farbe auf leere Felder; dann zieht der zweite mit der zweiten Farbe.'
      : 'In der Mitte des Sechsecks steht ein neutraler Turm, zwei Steine hoch. Zuerst setzt der erste Spieler je einen Stein jeder Farbe auf leere Felder; dann nimmt der zweite entweder durch Tauschen der Seiten die erste Farbe oder behält die zweite. Die zweite Farbe ist am Zug.',
    'Besetzt reihum ein Feld: stell einen Turm darauf, so hoch, wie das Feld Türme von dir sieht. Ein Feld sieht auf seinen sechs Linien bis zum ersten Turm. Es muss mindestens einen von dir sehen, und steht dort schon ein Turm, wessen auch immer, muss der neue höher sein; der alte kommt weg. Oder passe.',
    count === 'stones'
      ? 'Passen beide nacheinander, ist das Spiel zu Ende. Es gewinnt, wer Türme auf mehr als der Hälfte aller Felder hat; hat sie niemand, ist das Spiel unentschieden.'
      : 'Passen beide nacheinander, ist das Spiel zu Ende. Es gewinnt, wer mehr Felder hält: die mit einem eigenen Turm, und leere, die mehr eigene Türme sehen als fremde.',
  ],
  twixt: [
    'Jedem gehören zwei gegenüberliegende Randreihen. Stecke reihum einen Pflock deiner Farbe in ein leeres Loch, aber nicht in die Randreihen des anderen. Ecken hat das Brett keine.',
    'Pflöcke einer Farbe, die einen Springerzug auseinander stehen, zwei Löcher in der einen und eines in der anderen Richtung, werden sofort verbunden, außer ein Steg des anderen liegt dazwischen. Eigene Stege dürfen sich kreuzen; das verbindet nichts. Stege bleiben.',
    'Wer seine beiden Randreihen mit verbundenen Pflöcken verbindet, gewinnt. Kann niemand mehr ziehen, ist es unentschieden.',
  ],
  unlur: [
    'Erst setzen beide Spieler Steine der ersten Farbe, je einen, nicht auf den Rand des Sechsecks. Wer lieber diese Steine hätte, als weiterzusetzen, drückt „Diese Steine nehmen“ und spielt von da an die erste Farbe. Der andere spielt die zweite und ist am Zug.',
    'Danach setze reihum einen Stein deiner eigenen Farbe auf ein beliebiges leeres Feld.',
    'Die erste Farbe gewinnt mit einer Gruppe, die drei Seiten berührt, von denen keine zwei benachbart sind. Die zweite Farbe gewinnt mit einer Gruppe, die zwei gegenüberliegende Seiten berührt. Eine Ecke gehört zu beiden ihrer Seiten.',
    'Wer das Ziel des anderen erreicht und nicht zugleich sein eigenes, verliert. Ein Unentschieden gibt es nicht.',
  ],
  y: [
    'Setze reihum einen Stein deiner Farbe auf ein leeres Feld des Dreiecks. Steine werden nie bewegt oder gefangen. Keine Seite gehört jemandem.',
    'Wer mit einer Gruppe alle drei Seiten berührt, gewinnt. Ein Eckfeld zählt zu beiden seiner Seiten.',
    'Ein Unentschieden gibt es nicht: auf dem vollen Brett hat genau einer eine solche Gruppe.',
  ],
  'y-hex': [
    'Die Steine stehen auf den Kreuzungen eines Sechsecks, dessen sechs Seiten drei Doppelseiten bilden. Setze reihum einen Stein deiner Farbe auf eine leere Kreuzung.',
    'Wer mit einer Gruppe alle drei Doppelseiten berührt, gewinnt.',
  ],
  yavalath: [
    'Setze reihum einen Stein deiner Farbe auf ein leeres Feld des Sechsecks.',
    'Vier oder mehr deiner Steine in gerader Reihe gewinnen. Drei in gerader Reihe verlieren, außer derselbe Stein macht auch vier.',
    'Ist das Brett voll und niemand hat gewonnen oder verloren, ist das Spiel unentschieden.',
  ],
};
