# Collation and time zones are ICU's where there is Intl; its headers stay inside the .cc files of this layer.
if(HALFWORD_INTL)
  find_package(ICU 70 REQUIRED COMPONENTS uc i18n)
  target_include_directories(halfword_${layer} SYSTEM PRIVATE ${ICU_INCLUDE_DIRS})
  halfword_link_library(halfword_${layer} ${kind} icui18n NEEDS icuuc icudata)
  halfword_link_library(halfword_${layer} ${kind} icuuc NEEDS icudata)
endif()
