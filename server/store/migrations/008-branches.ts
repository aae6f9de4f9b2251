export const branches = '';
