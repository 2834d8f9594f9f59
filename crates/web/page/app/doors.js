// The doors that stand open: only places where there is something to do.
export const DOORS = ['play', 'campaign', 'maps', 'analyse', 'learn', 'connection'];
