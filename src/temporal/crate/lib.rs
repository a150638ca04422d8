// Nothing but the C interface of temporal_rs, which C++ sees through its headers (temporal/library.h).
pub use temporal_capi::*;
