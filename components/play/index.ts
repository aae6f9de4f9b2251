export { PlayButton } from './play-button.tsx';
