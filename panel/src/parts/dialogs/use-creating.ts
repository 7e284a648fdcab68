import { useSearchParams } from 'wouter';

/** Whether the dialog that creates something is open. Kept in the address, so that a link opens it even from its own page. */
export const useCreating = (): [boolean, (creating: boolean) => void] => {
  const [params, setParams] = useSearchParams();
  const setCreating = (creating: boolean) =>
    setParams(creating ? { crear: '1' } : {}, { replace: true });
  return [params.has('crear'), setCreating];
};
