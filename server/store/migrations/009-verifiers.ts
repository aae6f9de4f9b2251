export const verifiers = '';
