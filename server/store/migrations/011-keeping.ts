export const keeping = '';
