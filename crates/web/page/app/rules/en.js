// The rules of every game on the shelf in plain sentences, in English: the board and the move first, then the goal, then what one may stumble over.
// A game whose options change its rules is a function of the options chosen.
export default {
  andantino: ({ goal }) => [
    'Two tiles lie in the middle, one of each player. In turn, add one tile of your colour; it must touch at least two tiles that lie there.',
    goal === 'loop'
      ? 'Five or more of your tiles in a straight line win. So does a closed loop of your tiles round at least one enemy tile, as the game was published.'
      : 'Five or more of your tiles in a straight line win. So does shutting in an enemy group so that only your tiles are around it.',
    'After 48 moves the game is a draw.',
  ],
  'atari-go': [
    'Stones stand on the crossings. In turn, put one stone of your colour on an empty crossing.',
    'A group whose last free neighbouring crossing is taken is captured. Whoever first captures anything wins.',
    'You may not put a stone where your own group would have no freedom left, unless it captures. Passing is not allowed.',
  ],
  atoll: [
    'Eight islands of stones lie round the sea, four of each player, in turn. Put one stone of your colour on an empty cell when it is your turn. Stones are never moved or taken.',
    'Whoever joins two of their islands that lie opposite each other with a chain wins. The chain may lead over another island of theirs.',
    'There is no draw.',
  ],
  'bridg-it': [
    'Each player has a lattice of dots, shown as stones, and the two lie across each other. Two opposite sides of the board belong to each player.',
    'In turn, join two of your neighbouring dots with a bridge: put a stone on the empty cell between them. Every such cell lies between two dots of each player, so a bridge bars the one that would cross it.',
    'Whoever has a chain of bridges between their two sides wins. There is no draw.',
  ],
  catchup: [
    'The first player puts one stone on an empty cell of the hexagon. After that a turn is one or two stones of your colour; pass to stop after the first.',
    'If a turn makes the largest group on the board larger, whosever it is, the next player may put up to three stones, in that turn alone.',
    'When the board is full, whoever has the largest group wins. If the largest groups are equal, the second largest decide, and so on.',
  ],
  chameleon: ({ goal }) => [
    'Two opposite sides of the rhombus belong to each player. In turn, put one stone of either colour on an empty cell.',
    goal === 'either'
      ? 'A chain between your own two sides wins for you; it may have either colour, as the game was published. If one stone completes a chain for both, whoever put it wins.'
      : 'A chain of your own colour between your two sides wins for you, whoever completed it.',
  ],
  conhex: [
    'Two opposite sides of the board belong to each player. In turn, put one stone of your colour on an empty point.',
    'A cell is yours as soon as you are the first to hold half of its points: two of three at the edge, three of five in the middle, three of six elsewhere. It stays yours.',
    'Whoever joins their two sides with a chain of cells wins. There is no draw.',
  ],
  cross: [
    'In turn, put one stone of your colour on an empty cell of the hexagon.',
    'One group of yours that touches three sides, no two of them neighbours, wins.',
    'One group of yours that touches two opposite sides, and not yet three such sides, loses.',
  ],
  crossway: [
    'Two opposite sides of the board belong to each player; the corners belong to both. In turn, put one stone of your colour on an empty cell.',
    'No stone may complete a crosscut: a square of four cells with two of your stones on one diagonal and two enemy stones on the other.',
    'Stones that touch at an edge or at a corner are joined. Whoever joins their two sides with one group wins.',
    'Whoever has no cell left to play on misses the turn. There is no draw.',
  ],
  go: ({ area, komi, half }) => [
    'Stones stand on the crossings. In turn, put one stone of your colour on an empty crossing, or pass.',
    'A group whose last free neighbouring crossing is taken is captured and leaves the board. A stone may not take its own group’s last freedom, unless it captures.',
    'No position may come a second time.',
    area === 'yes'
      ? 'When both have passed in a row, each counts their stones on the board and the empty crossings that only their stones surround. The larger sum wins. Capture what is dead before you pass: nothing is taken off afterwards.'
      : 'When both have passed in a row, each counts the stones captured and the empty crossings that only their stones surround. The larger sum wins. Capture what is dead before you pass: nothing is taken off afterwards.',
    Number(komi) ? `Komi: ${komi} is added to the sum of player 2.` : null,
    half === 'yes'
      ? 'If the sums are equal, player 2 wins.'
      : 'If the sums are equal, the game is a draw.',
  ],
  gonnect: [
    'Stones stand on the crossings and are captured as in Go. Two opposite sides of the board belong to each player.',
    'Whoever joins their two sides with one group wins.',
    'Passing is not allowed: whoever cannot move loses. No position may come a second time, and a stone may not take its own group’s last freedom, unless it captures.',
  ],
  groups: [
    'Each player has six stones. In turn, move one of yours to an empty neighbouring square, or hop over one stone of either colour to the empty square right behind it.',
    'Nothing is captured.',
    'Whoever brings all their stones into one group, joined side by side and not only at corners, wins.',
  ],
  havannah: [
    'In turn, put one stone of your colour on an empty cell of the hexagon. Stones are never moved or taken. No side belongs to anybody.',
    'Three things win. A ring: a closed loop of your stones round at least one cell, whatever is on it. A bridge: a chain that joins two of the six corners. A fork: a chain that touches three of the six sides; corners belong to no side.',
    'If the board is full and nobody has any of them, the game is a draw.',
  ],
  hex: ({ misere }) => [
    'Two opposite sides of the rhombus belong to each player; the corners belong to both. In turn, put one stone of your colour on an empty cell. Stones are never moved or taken.',
    misere === 'yes'
      ? 'Misère: whoever joins their two sides with a chain of neighbouring stones loses.'
      : 'Whoever joins their two sides with a chain of neighbouring stones wins.',
    'There is no draw: on a full board exactly one player has such a chain.',
  ],
  kanga: ({ repeat }) => [
    'Stones stand on the crossings. In turn, put one stone of your colour on an empty crossing. Stones beside each other along the lines form a group; no side belongs to anybody.',
    'Your stone captures enemy groups that have no empty crossing beside them any more. It also captures a straight line of enemy stones, along the lines or diagonally, that begins beside it and ends at another stone of yours or at the rim, if they are three, five, seven or more, always an odd number. A stone that would have no empty crossing beside its group after that cannot be placed.',
    repeat === 'no'
      ? 'Whoever has a group that touches two opposite sides wins. No position may come a second time.'
      : 'Whoever has a group that touches two opposite sides wins. Positions may come again.',
  ],
  'kensington-havannah': [
    'In turn, put one stone of your colour on an empty cell: a hexagon, a square or a triangle. Cells that touch in a single point count as neighbours, too.',
    'A ring of your stones, a bridge between two of the twelve corners or a fork that touches three of the six sides wins, as in Havannah.',
  ],
  'lines-of-action': [
    'In turn, move one of your pieces in a straight line, also diagonally: exactly as many squares as there are pieces, of both colours, on that line.',
    'You may jump your own pieces, but not the enemy’s. If you land on an enemy piece, it is captured.',
    'Whoever has all their pieces in one group wins; corners count as touching. If a move does it for both, the game is a draw.',
  ],
  manalath: [
    'In turn, put one stone of either colour on an empty cell of the hexagon. No group may have more than five stones.',
    'At the end of your turn a group of exactly five stones of your colour wins, and a group of exactly four loses. If you have both, you lose.',
  ],
  nex: [
    'Two opposite sides of the rhombus belong to each player. Stones are yours, the other player’s or neutral; a neutral stone belongs to nobody and joins nothing.',
    'A turn is one of two things: put a stone of your colour and then a neutral stone on empty cells; or make two neutral stones yours and then another stone of yours, one that was there before the turn, neutral.',
    'Whoever has joined their two sides with a chain of their own stones at the end of a turn wins. When the board is nearly full and no turn can be finished, a stone is put on the last empty cell; if there is none, the last neutral stone becomes the mover’s. So somebody always wins.',
  ],
  odd: ({ min_group: least }) => [
    'In turn, put one stone of either colour on an empty cell of the hexagon, until it is full.',
    `Then the groups of at least ${least} stones are counted, of both colours together. If their number is odd, player 1 wins, otherwise player 2.`,
  ],
  omega: [
    'In your turn put one stone of every colour on empty cells, your own and those of the others.',
    'The game ends when no whole round fits on the board any more.',
    'Your score is the product of the sizes of your groups: groups of 3, 3 and 2 are worth 18. The highest score wins.',
  ],
  pentalath: [
    'In turn, put one stone of your colour on an empty cell. A group whose last free neighbouring cell is taken is captured.',
    'Five or more of your stones in a straight line win.',
    'A stone may not take its own group’s last freedom, unless it captures.',
  ],
  'poly-y': [
    'In turn, put one stone of your colour on an empty cell of the pentagon. Stones are never moved or taken. No side belongs to anybody.',
    'A corner is yours when one of your groups touches both sides that meet there and any third side. A corner cell counts for both of its sides.',
    'Whoever has three of the five corners wins. There is no draw.',
  ],
  product: [
    'The first player puts one stone of either colour on an empty cell of the hexagon. After that a turn is two stones, each of either colour, until the board is full.',
    'Your score is the product of the sizes of your two largest groups: groups of 7 and 3 are worth 21. Whoever has a single group has nothing.',
    'The higher score wins. If the scores are equal, whoever has fewer stones on the board wins, so there is no draw.',
  ],
  slither: [
    'Two opposite sides of the board belong to each player; the corners belong to both. Stones stand on the crossings.',
    'In turn, you may move one of your stones a step in any of the eight directions, to an empty crossing. Then you put one stone of your colour on an empty crossing; that you must.',
    'When the turn is over, no two of your stones may touch over a corner unless a third one of yours lies beside both. In between it does not matter.',
    'Whoever joins their two sides along the lines wins. Whoever cannot put a stone misses the turn. There is no draw.',
  ],
  star: [
    'Think of a ring of cells round the board, on which nobody plays. In turn, put one stone of your colour on an empty cell, or pass.',
    'A star is a group that touches at least three cells of that ring. It is worth their number less two: so it pays to reach the rim often, and to join what reaches it.',
    'When both have passed in a row, or the board is full, the higher sum of your stars wins. Play out what is open before you pass: the stones count as they stand.',
  ],
  tumbleweed: ({ swap, count }) => [
    swap === 'no'
      ? 'A stack stands in the middle of the hexagon, two high and neutral. First, the first player puts one stone of each colour on empty cells; then the second player moves with the second colour.'
      : 'A stack stands in the middle of the hexagon, two high and neutral. First, the first player puts one stone of each colour on empty cells; then the second player either takes the first colour by swapping sides, or keeps the second. The second colour moves.',
    'In turn, settle a cell: put a stack of yours there, as high as the number of your stacks that the cell sees. A cell sees along its six lines up to the first stack. It must see at least one of yours, and if a stack stands there already, anybody’s or your own, the new one must be higher; the old one is taken away. Or pass.',
    count === 'stones'
      ? 'When both players pass in a row, the game is over. Whoever has stacks on more than half of all cells wins; if nobody has, the game is a draw.'
      : 'When both players pass in a row, the game is over. Whoever holds more cells wins: those with a stack of yours, and empty ones that see more of your stacks than of the other player’s.',
  ],
  twixt: [
    'Two opposite border rows belong to each player. In turn, put one peg of your colour into an empty hole, but not into the other player’s border rows. The board has no corners.',
    'Pegs of one colour that are a knight’s move apart, two holes one way and one hole the other, are linked at once, unless a link of the other player lies across. Your own links may cross; crossing joins nothing. Links stay.',
    'Whoever joins their two border rows with linked pegs wins. If nobody can move, the game is a draw.',
  ],
  unlur: [
    'First both players place stones of the first colour, one a turn, not on the rim of the hexagon. Whoever would rather have these stones than go on presses “Take these stones” and plays the first colour from then on. The other one plays the second colour and moves next.',
    'After that, in turn, put one stone of your own colour on any empty cell.',
    'The first colour wins with one group that touches three sides, no two of them neighbours. The second colour wins with one group that touches two opposite sides. A corner belongs to both of its sides.',
    'Whoever reaches the goal of the other and not their own at the same time loses. There is no draw.',
  ],
  y: [
    'In turn, put one stone of your colour on an empty cell of the triangle. Stones are never moved or taken. No side belongs to anybody.',
    'Whoever touches all three sides with one group wins. A corner cell counts for both of its sides.',
    'There is no draw: on a full board exactly one player has such a group.',
  ],
  'y-hex': [
    'Stones stand on the crossings of a hexagon, whose six sides make three double sides. In turn, put one stone of your colour on an empty crossing.',
    'Whoever touches all three double sides with one group wins.',
  ],
  yavalath: [
    'In turn, put one stone of your colour on an empty cell of the hexagon.',
    'Four or more of your stones in a straight line win. Three in a straight line lose, unless the same stone makes four as well.',
    'If the board is full and nobody has won or lost, the game is a draw.',
  ],
};
