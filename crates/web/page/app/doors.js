// The doors that stand open: only places where there is something to do.
export const DOORS = ['play', 'friends', 'games', 'campaign', 'puzzles', 'maps', 'analyse', 'learn', 'connection'];
