export { SchemaDiagram } from './schema-diagram.tsx';
export { SchemaList } from './schema-list.tsx';
