export const artifacts = '';
