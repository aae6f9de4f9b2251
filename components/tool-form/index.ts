export { ToolForm } from './tool-form.tsx';
