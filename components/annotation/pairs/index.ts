export { FixPanel } from './fix-panel.tsx';
export { LoosePairsScreen, PairsScreen } from './pairs-screen.tsx';
export { SendToFix } from './send-to-fix.tsx';
