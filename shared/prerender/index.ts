export { iconNames } from '../ui/icon/icons.ts';
export { definePrerendered } from './define-prerendered.tsx';
