// Les règles de tous les jeux du rayon en phrases simples, en français : d’abord le plateau et le coup, puis le but, puis ce qui peut surprendre.
// Un jeu dont les options changent les règles est une fonction des options choisies.
export default {
  andantino: ({ goal }) => [
    'Deux tuiles sont au milieu, une de chaque joueur. À ton tour, ajoute une tuile de ta couleur ; elle doit toucher au moins deux tuiles déjà posées.',
    goal === 'loop'
      ? 'Cinq de tes tuiles ou plus en ligne droite gagnent. Une boucle fermée de tes tuiles autour d’au moins une tuile adverse gagne aussi, comme le jeu fut publié.'
      : 'Cinq de tes tuiles ou plus en ligne droite gagnent. Enfermer un groupe adverse, de sorte que seules tes tuiles l’entourent, gagne aussi.',
    'Après 48 coups, la partie est nulle.',
  ],
  'atari-go': [
    'Les pierres se posent sur les intersections. À ton tour, pose une pierre de ta couleur sur une intersection vide.',
    'Un groupe dont la dernière intersection libre voisine est prise est capturé. Qui capture le premier gagne.',
    'Tu ne peux pas prendre la dernière liberté de ton propre groupe, sauf si la pierre capture. On ne passe pas.',
  ],
  atoll: [
    'Huit îles de pierres entourent la mer, quatre de chaque joueur, en alternance. À ton tour, pose une pierre de ta couleur sur une case vide. Les pierres ne bougent jamais et ne sont jamais prises.',
    'Qui joint par une chaîne deux de ses îles opposées gagne. La chaîne peut passer par une autre de ses îles.',
    'Il n’y a pas de partie nulle.',
  ],
  'bridg-it': [
    'Chaque joueur a une grille de points, montrés comme des pierres, et les deux grilles se croisent. Deux côtés opposés du plateau sont à chaque joueur.',
    'À ton tour, joins par un pont deux de tes points voisins : pose une pierre sur la case vide entre eux. Chacune de ces cases est entre deux points de chaque joueur ; un pont empêche donc celui qui le croiserait.',
    'Qui a une chaîne de ponts entre ses deux côtés gagne. Il n’y a pas de partie nulle.',
  ],
  catchup: [
    'Le premier joueur pose une pierre sur une case vide de l’hexagone. Ensuite un tour est d’une ou deux pierres de ta couleur ; passe pour t’arrêter après la première.',
    'Si un tour agrandit le plus grand groupe du plateau, à qui que ce soit, le joueur suivant peut poser jusqu’à trois pierres, dans ce seul tour.',
    'Quand le plateau est plein, qui a le plus grand groupe gagne. Si les plus grands sont égaux, les deuxièmes décident, et ainsi de suite.',
  ],
  chameleon: ({ goal }) => [
    'Deux côtés opposés du losange sont à chaque joueur. À ton tour, pose une pierre de l’une ou l’autre couleur sur une case vide.',
    goal === 'either'
      ? 'Une chaîne entre tes deux côtés gagne pour toi ; elle peut être de l’une ou l’autre couleur, comme le jeu fut publié. Si une pierre en ferme une pour les deux, qui l’a posée gagne.'
      : 'Une chaîne de ta couleur entre tes deux côtés gagne pour toi, qui que ce soit qui la ferme.',
  ],
  conhex: [
    'Deux côtés opposés du plateau sont à chaque joueur. À ton tour, pose une pierre de ta couleur sur un point vide.',
    'Une case est à toi dès que tu es le premier à tenir la moitié de ses points : deux sur trois au bord, trois sur cinq au milieu, trois sur six ailleurs. Elle le reste.',
    'Qui joint ses deux côtés par une chaîne de cases gagne. Il n’y a pas de partie nulle.',
  ],
  cross: [
    'À ton tour, pose une pierre de ta couleur sur une case vide de l’hexagone.',
    'Un de tes groupes qui touche trois côtés, sans que deux soient voisins, gagne.',
    'Un de tes groupes qui touche deux côtés opposés, et pas encore trois tels côtés, perd.',
  ],
  crossway: [
    'Deux côtés opposés du plateau sont à chaque joueur ; les coins sont aux deux. À ton tour, pose une pierre de ta couleur sur une case vide.',
    'Aucune pierre ne peut fermer un croisement : un carré de quatre cases avec deux de tes pierres sur une diagonale et deux pierres adverses sur l’autre.',
    'Les pierres qui se touchent par un côté ou par un coin sont jointes. Qui joint ses deux côtés par un groupe gagne.',
    'Qui n’a plus de case où jouer passe son tour. Il n’y a pas de partie nulle.',
  ],
  go: ({ area, komi, half }) => [
    'Les pierres se posent sur les intersections. À ton tour, pose une pierre de ta couleur sur une intersection vide, ou passe.',
    'Un groupe dont la dernière intersection libre voisine est prise est capturé et quitte le plateau. Une pierre ne peut pas prendre la dernière liberté de son propre groupe, sauf si elle capture.',
    'Aucune position ne peut revenir.',
    area === 'yes'
      ? 'Quand les deux ont passé de suite, chacun compte ses pierres sur le plateau et les intersections vides que seules ses pierres entourent. La plus grande somme gagne. Capture ce qui est mort avant de passer : rien n’est retiré ensuite.'
      : 'Quand les deux ont passé de suite, chacun compte les pierres capturées et les intersections vides que seules ses pierres entourent. La plus grande somme gagne. Capture ce qui est mort avant de passer : rien n’est retiré ensuite.',
    Number(komi) ? `Komi : ${komi} s’ajoute à la somme du joueur 2.` : null,
    half === 'yes'
      ? 'À sommes égales, le joueur 2 gagne.'
      : 'À sommes égales, la partie est nulle.',
  ],
  gonnect: [
    'Les pierres se posent sur les intersections et se capturent comme au go. Deux côtés opposés du plateau sont à chaque joueur.',
    'Qui joint ses deux côtés par un groupe gagne.',
    'On ne passe pas : qui ne peut pas jouer perd. Aucune position ne peut revenir, et une pierre ne peut pas prendre la dernière liberté de son propre groupe, sauf si elle capture.',
  ],
  groups: [
    'Chacun a six pierres. À ton tour, avance une des tiennes sur une case voisine vide, ou saute par-dessus une pierre de l’une ou l’autre couleur vers la case vide juste derrière.',
    'Rien n’est capturé.',
    'Qui réunit toutes ses pierres en un seul groupe, côte à côte et pas seulement par les coins, gagne.',
  ],
  havannah: [
    'À ton tour, pose une pierre de ta couleur sur une case vide de l’hexagone. Les pierres ne bougent jamais et ne sont jamais prises. Aucun côté n’est à personne.',
    'Trois choses gagnent. Un anneau : une boucle fermée de tes pierres autour d’au moins une case, quoi qu’il y ait dessus. Un pont : une chaîne qui joint deux des six coins. Une fourche : une chaîne qui touche trois des six côtés ; les coins ne sont à aucun côté.',
    'Si le plateau est plein et que personne n’a rien de tel, la partie est nulle.',
  ],
  hex: ({ misere }) => [
    'Deux côtés opposés du losange sont à chaque joueur ; les coins sont aux deux. À ton tour, pose une pierre de ta couleur sur une case vide. Les pierres ne bougent jamais et ne sont jamais prises.',
    misere === 'yes'
      ? 'Misère : qui joint ses deux côtés par une chaîne de pierres voisines perd.'
      : 'Qui joint ses deux côtés par une chaîne de pierres voisines gagne.',
    'Il n’y a pas de nulle : sur un plateau plein, exactement un joueur a une telle chaîne.',
  ],
  kanga: ({ repeat }) => [
    'Les pierres se posent sur les croisements. À ton tour, pose une pierre de ta couleur sur un croisement vide. Les pierres voisines le long des lignes forment un groupe ; les côtés ne sont à personne.',
    'Ta pierre prend les groupes adverses qui n’ont plus de croisement vide à côté d’eux. Elle prend aussi une ligne droite de pierres adverses, le long des lignes ou en diagonale, qui commence à côté d’elle et finit à une autre de tes pierres ou au bord, si elles sont trois, cinq, sept ou plus, toujours en nombre impair. Une pierre dont le groupe n’aurait ensuite aucun croisement vide à côté de lui ne peut être posée.',
    repeat === 'no'
      ? 'Qui a un groupe touchant deux côtés opposés gagne. Aucune position ne peut revenir.'
      : 'Qui a un groupe touchant deux côtés opposés gagne. Les positions peuvent revenir.',
  ],
  'kensington-havannah': [
    'À ton tour, pose une pierre de ta couleur sur une case vide : un hexagone, un carré ou un triangle. Les cases qui ne se touchent qu’en un point sont voisines aussi.',
    'Un anneau de tes pierres, un pont entre deux des douze coins ou une fourche touchant trois des six côtés gagne, comme à Havannah.',
  ],
  'lines-of-action': [
    'À ton tour, déplace une de tes pierres en ligne droite, aussi en diagonale : d’exactement autant de cases qu’il y a de pierres des deux couleurs sur cette ligne.',
    'Tu peux sauter tes pierres, pas celles de l’adversaire. Si tu arrives sur une pierre adverse, elle est capturée.',
    'Qui a toutes ses pierres en un seul groupe gagne ; les coins comptent comme contact. Si un coup le fait pour les deux, la partie est nulle.',
  ],
  manalath: [
    'À ton tour, pose une pierre de l’une ou l’autre couleur sur une case vide de l’hexagone. Aucun groupe ne peut dépasser cinq pierres.',
    'À la fin de ton tour, un groupe d’exactement cinq pierres de ta couleur gagne, et un groupe d’exactement quatre perd. Si tu as les deux, tu perds.',
  ],
  nex: [
    'Deux côtés opposés du losange sont à chaque joueur. Les pierres sont à toi, à l’autre, ou neutres ; une pierre neutre n’est à personne et ne joint rien.',
    'Un tour est l’une de deux choses : pose une pierre de ta couleur puis une pierre neutre sur des cases vides ; ou prends deux pierres neutres pour tiennes, puis rends neutre une autre de tes pierres, qui était là avant le tour.',
    'Qui, à la fin d’un tour, a joint ses deux côtés par une chaîne de ses pierres gagne. Quand le plateau est presque plein et qu’aucun tour ne peut s’achever, on pose une pierre sur la dernière case vide ; s’il n’y en a pas, on prend la dernière pierre neutre. Ainsi quelqu’un gagne toujours.',
  ],
  odd: ({ min_group: least }) => [
    'À ton tour, pose une pierre de l’une ou l’autre couleur sur une case vide de l’hexagone, jusqu’à ce qu’il soit plein.',
    `On compte alors les groupes d’au moins ${least} pierres, des deux couleurs ensemble. Si leur nombre est impair, le joueur 1 gagne, sinon le joueur 2.`,
  ],
  omega: [
    'À ton tour, pose une pierre de chaque couleur sur des cases vides, la tienne et celles des autres.',
    'La partie finit quand un tour entier ne tient plus sur le plateau.',
    'Ton score est le produit des tailles de tes groupes : des groupes de 3, 3 et 2 valent 18. Le plus grand gagne.',
  ],
  pentalath: [
    'À ton tour, pose une pierre de ta couleur sur une case vide. Un groupe dont la dernière case libre voisine est prise est capturé.',
    'Cinq de tes pierres ou plus en ligne droite gagnent.',
    'Une pierre ne peut pas prendre la dernière liberté de son propre groupe, sauf si elle capture.',
  ],
  'poly-y': [
    'À ton tour, pose une pierre de ta couleur sur une case vide du pentagone. Les pierres ne bougent jamais et ne sont jamais prises. Aucun côté n’est à personne.',
    'Un coin est à toi quand un de tes groupes touche les deux côtés qui s’y rejoignent et un troisième quelconque. Une case de coin compte pour ses deux côtés.',
    'Qui a trois des cinq coins gagne. Il n’y a pas de partie nulle.',
  ],
  product: [
    'Le premier joueur pose une pierre de l’une ou l’autre couleur sur une case vide de l’hexagone. Ensuite un tour est de deux pierres, chacune de l’une ou l’autre couleur, jusqu’à ce que le plateau soit plein.',
    'Ton score est le produit des tailles de tes deux plus grands groupes : des groupes de 7 et 3 valent 21. Qui n’a qu’un groupe n’a rien.',
    'Le plus grand produit gagne. S’ils sont égaux, qui a le moins de pierres sur le plateau gagne : il n’y a donc pas de partie nulle.',
  ],
  slither: [
    'Deux côtés opposés du plateau sont à chaque joueur ; les coins sont aux deux. Les pierres se posent sur les croisements.',
    'À ton tour, tu peux avancer une de tes pierres d’un pas dans l’une des huit directions, sur un croisement vide. Ensuite tu dois poser une pierre de ta couleur sur un croisement vide.',
    'À la fin du tour, deux de tes pierres ne peuvent se toucher par un coin que si une troisième des tiennes est à côté des deux. Entre-temps, peu importe.',
    'Qui joint ses deux côtés le long des lignes gagne. Qui ne peut pas poser de pierre passe son tour. Il n’y a pas de partie nulle.',
  ],
  star: [
    'Imagine autour du plateau un anneau de cases où personne ne joue. À ton tour, pose une pierre de ta couleur sur une case vide, ou passe.',
    'Une étoile est un groupe qui touche au moins trois cases de cet anneau. Elle vaut leur nombre moins deux : il est donc bon d’atteindre souvent le bord, et de joindre ce qui l’atteint.',
    'Quand les deux ont passé de suite, ou que le plateau est plein, la plus grande somme d’étoiles gagne. Joue ce qui est ouvert avant de passer : les pierres comptent comme elles sont.',
  ],
  tumbleweed: ({ swap, count }) => [
    swap === 'no'
      ? 'Au milieu de l’hexagone se trouve une tour neutre, haute de deux pierres. D’abord le premier joueur pose une pierre de chaque couleur sur des cases vides ; puis le second joue avec la seconde couleur.'
      : 'Au milieu de l’hexagone se trouve une tour neutre, haute de deux pierres. D’abord le premier joueur pose une pierre de chaque couleur sur des cases vides ; puis le second prend la première couleur en échangeant les côtés, ou garde la seconde. La seconde couleur joue.',
    'À ton tour, occupe une case : mets-y une tour à toi, aussi haute que le nombre de tes tours que la case voit. Une case voit le long de ses six lignes jusqu’à la première tour. Elle doit en voir au moins une à toi, et si une tour s’y trouve déjà, de qui que ce soit, la nouvelle doit être plus haute ; l’ancienne est ôtée. Ou passe.',
    count === 'stones'
      ? 'Quand les deux joueurs passent de suite, la partie est finie. Gagne qui a des tours sur plus de la moitié de toutes les cases ; si personne ne les a, la partie est nulle.'
      : 'Quand les deux joueurs passent de suite, la partie est finie. Gagne qui tient plus de cases : celles où il a une tour, et les vides qui voient plus de ses tours que de celles de l’autre.',
  ],
  twixt: [
    'Deux rangées opposées du bord sont à chaque joueur. À ton tour, plante une cheville de ta couleur dans un trou vide, mais pas dans les rangées de l’autre. Le plateau n’a pas de coins.',
    'Les chevilles d’une couleur à un saut de cavalier, deux trous d’un côté et un de l’autre, sont aussitôt reliées, sauf si un pont de l’autre joueur est en travers. Tes propres ponts peuvent se croiser ; cela ne joint rien. Les ponts restent.',
    'Qui joint ses deux rangées par des chevilles reliées gagne. Si personne ne peut jouer, la partie est nulle.',
  ],
  unlur: [
    'D’abord les deux joueurs posent des pierres de la première couleur, une par tour, pas sur le bord de l’hexagone. Qui aime mieux avoir ces pierres que continuer appuie sur « Prendre ces pierres » et joue dès lors la première couleur. L’autre joue la seconde, et c’est son tour.',
    'Ensuite, à ton tour, pose une pierre de ta couleur sur une case vide quelconque.',
    'La première couleur gagne par un groupe qui touche trois côtés, sans que deux soient voisins. La seconde couleur gagne par un groupe qui touche deux côtés opposés. Un coin est à ses deux côtés.',
    'Qui atteint le but de l’autre sans atteindre le sien en même temps perd. Il n’y a pas de partie nulle.',
  ],
  y: [
    'À ton tour, pose une pierre de ta couleur sur une case vide du triangle. Les pierres ne bougent jamais et ne sont jamais prises. Aucun côté n’est à personne.',
    'Qui touche les trois côtés avec un seul groupe gagne. Une case de coin compte pour ses deux côtés.',
    'Il n’y a pas de partie nulle : sur un plateau plein, un seul joueur a un tel groupe.',
  ],
  'y-hex': [
    'Les pierres se posent sur les intersections d’un hexagone dont les six côtés forment trois doubles côtés. À ton tour, pose une pierre de ta couleur sur une intersection vide.',
    'Qui touche les trois doubles côtés avec un seul groupe gagne.',
  ],
  yavalath: [
    'À ton tour, pose une pierre de ta couleur sur une case vide de l’hexagone.',
    'Quatre de tes pierres ou plus en ligne droite gagnent. Trois en ligne droite perdent, sauf si la même pierre en fait aussi quatre.',
    'Si le plateau est plein et que personne n’a gagné ni perdu, la partie est nulle.',
  ],
};
