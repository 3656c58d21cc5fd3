/** File size in megabytes, with a decimal below ten: "240", "2.5". */
export const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(bytes < 9_950_000 ? 1 : 0);

/** "240 MB" */
export const sizeText = (bytes: number): string => `${megabytes(bytes)} MB`;
