import { useSearchParams } from 'wouter';

/** Whether something is being made. The address says so: a link opens the dialog also from the page that it leads to. */
export const useCreating = (): [boolean, (creating: boolean) => void] => {
  const [params, setParams] = useSearchParams();
  const setCreating = (creating: boolean) =>
    setParams(creating ? { crear: '1' } : {}, { replace: true });
  return [params.has('crear'), setCreating];
};
