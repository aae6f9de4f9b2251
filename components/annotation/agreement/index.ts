export { AgreementScreen } from './agreement-screen.tsx';
export { ShareValue } from './figure.tsx';
export { Part, Scroller } from './part.tsx';
