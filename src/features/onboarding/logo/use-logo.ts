import { useEffect, useState } from 'react';
import { type Logo, logoProblem, readLogo } from './logo.ts';
import { readLogoDraft, writeLogoDraft } from './logo-draft.ts';

/** The chosen picture, which survives a reload, and the problem with the last choice. */
export function useLogo(brandId: string) {
  const [logo, setLogo] = useState<Logo | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let current = true;
    void readLogoDraft(brandId).then((draft) => {
      if (current && draft) setLogo((chosen) => chosen ?? draft);
    });
    return () => {
      current = false;
    };
  }, [brandId]);

  async function choose(files: readonly File[]): Promise<void> {
    const wrong = logoProblem(files);
    setProblem(wrong);
    const [file] = files;
    if (wrong !== null || !file) return;
    try {
      const chosen = await readLogo(file);
      setLogo(chosen);
      await writeLogoDraft(brandId, chosen);
    } catch {
      setProblem('Couldn’t read the file. Choose it again.');
    }
  }
  return { logo, problem, choose, setProblem };
}

/** URL for previewing a picture that isn't uploaded yet; null without a picture. */
export function usePreview(logo: Logo | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (logo === null) return;
    const made = URL.createObjectURL(new Blob([logo.content], { type: logo.mime }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [logo]);
  return logo === null ? null : url;
}
