import { lazy } from 'react';

// Fetched before it is shown: what cannot be had is then a failure of the form, which can be sent again.
export const loadSecondStep = () => import(/* webpackChunkName: "second-step" */ './second-step.tsx');
export const loadConfirmPanel = () =>
  import(/* webpackChunkName: "confirmation" */ '../../confirmation/confirm-panel.tsx');

export const SecondStep = lazy(async () => ({ default: (await loadSecondStep()).SecondStep }));
export const ConfirmPanel = lazy(async () => ({ default: (await loadConfirmPanel()).ConfirmPanel }));
