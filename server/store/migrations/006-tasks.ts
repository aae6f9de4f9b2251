export const tasks = '';
