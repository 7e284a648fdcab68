import type { Setup } from '../rest/setup.ts';
import { startRemote } from '../support/processes.ts';
import type { DownloadApi } from './download-process.ts';

const NOWHERE = '/dev/null';

/** Starts a process that downloads exports as fast as they come. */
export const startDownloads = ({ server, withKeys }: Setup) => {
  const { api, pid, stop } = startRemote<DownloadApi>(
    new URL('./download-process.ts', import.meta.url),
  );
  return {
    pid,
    stop,
    download: (url: string) => api.download(url, {}, NOWHERE),
    /** Downloads all orders of a restaurant. */
    async orders(restauranteId: string, formato: string, file = NOWHERE) {
      const path = `/exportacion/pedidos?formato=${formato}`;
      const [request] = await withKeys([{ restauranteId, path }]);
      return api.download(server.publicUrl + request?.path, request?.headers ?? {}, file);
    },
  };
};
