/** Projects, schemas, guidelines. */
export const projects = '';
