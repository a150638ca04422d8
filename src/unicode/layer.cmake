# ICU does the tables; its headers stay inside the .cc files of this layer.
find_package(ICU 70 REQUIRED COMPONENTS uc i18n)
target_link_libraries(halfword_${layer} ${kind} ICU::i18n ICU::uc)
