export { LabelFormPreview } from './label-form-preview.tsx';
export { SchemaScreen } from './schema-screen.tsx';
