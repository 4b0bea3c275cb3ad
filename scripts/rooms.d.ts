/** The path and the text of a file. */
type SourceFile = readonly [path: string, text: string]

export declare const rooms: ReadonlyArray<string>
export declare const upwardImports: (files: ReadonlyArray<SourceFile>) => ReadonlyArray<string>
export declare const standInImports: (files: ReadonlyArray<SourceFile>) => ReadonlyArray<string>
export declare const filesOfCore: (root: string) => ReadonlyArray<SourceFile>
export declare const filesOfProduct: (root: string) => ReadonlyArray<SourceFile>
