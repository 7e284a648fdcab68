import { PanelError } from '../errors.ts';

export const screenGone = (): PanelError =>
  new PanelError('pantalla_retirada', 'Esta pantalla se ha retirado, o su enlace no está entero.');

export const screenPaused = (): PanelError =>
  new PanelError('restaurante_inactivo', 'El restaurante está suspendido.');
