export const audits = '';
