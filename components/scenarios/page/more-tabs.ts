export { FindingsTab } from './findings-tab.tsx';
export { OutcomesTab } from './outcomes-tab.tsx';
export { SchemaTab } from './schema-tab.tsx';
export { SourceTab } from './source-tab.tsx';
export { TablesTab } from './tables-tab.tsx';
export { ToolsTab } from './tools-tab.tsx';
