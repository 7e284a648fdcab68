/** Whether a passkey can be made here: browsers want https (or localhost) and a domain. */
export const hasPasskeys = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);

/** Loaded when somebody uses a passkey, and not with the page. */
const load = () => import('@simplewebauthn/browser');

type Options = Awaited<ReturnType<typeof load>>;

export const signWithPasskey = async (options: unknown) => {
  const { startAuthentication } = await load();
  type Given = Parameters<Options['startAuthentication']>[0]['optionsJSON'];
  return startAuthentication({ optionsJSON: options as Given });
};

export const makePasskey = async (options: unknown) => {
  const { startRegistration } = await load();
  type Given = Parameters<Options['startRegistration']>[0]['optionsJSON'];
  return startRegistration({ optionsJSON: options as Given });
};
